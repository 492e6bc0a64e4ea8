#!/usr/bin/env python3
"""A channel plugin that shows every dialog in a text file and takes answers from a pipe:

    tail -f ~/.questions                 # what your agents ask
    echo 'tbxkq 2' > ~/.answers          # the second option; or: echo 'tbxkq my own words' > ~/.answers

It speaks MCP on its standard streams, as a server that declares claude/channel/dialog. Standard library only."""
import json
import os
import sys
import threading

QUESTIONS = os.path.expanduser(os.environ.get('QUESTIONS', '~/.questions'))
ANSWERS = os.path.expanduser(os.environ.get('ANSWERS', '~/.answers'))
CAPABILITIES = {'experimental': {'claude/channel': {}, 'claude/channel/dialog': {}}}
asked = {}  # the requests that are open, by their ids
lock = threading.Lock()


def send(message):
    with lock:
        print(json.dumps({'jsonrpc': '2.0', **message}), flush=True)


def show(text):
    with open(QUESTIONS, 'a', encoding='utf-8') as file:
        file.write(text + '\n')


def on_request(request):
    asked[request['request_id']] = request
    show(f"\n{request['request_id']}: {request['title']}")
    if request.get('content_preview'):
        show(request['content_preview'])
    for number, option in enumerate(request['options'], 1):
        show(f"  {number}. {option['label']}" + (' (default)' if option.get('is_default') else ''))


def on_closed(closed):
    asked.pop(closed['request_id'], None)
    show(f"{closed['request_id']}: {closed['text']}")


def read_answers():
    if not os.path.exists(ANSWERS):
        os.mkfifo(ANSWERS, 0o600)
    for line in os.fdopen(os.open(ANSWERS, os.O_RDWR), encoding='utf-8'):  # read and write: it has no end then
        name, _, words = line.strip().partition(' ')
        if name not in asked or not words:
            show(f'There is no open dialog {name}.')
            continue
        options = asked[name]['options']
        answer = {'request_id': name, 'free_text': words}
        if words.isdigit() and 0 < int(words) <= len(options):
            answer = {'request_id': name, 'selected_option': options[int(words) - 1]['id']}
        send({'method': 'notifications/claude/channel/dialog_response', 'params': answer})


threading.Thread(target=read_answers, daemon=True).start()
for line in sys.stdin:
    message = json.loads(line)
    method, params = message.get('method'), message.get('params', {})
    if method == 'initialize':
        send({'id': message['id'], 'result': {'protocolVersion': params['protocolVersion'], 'capabilities': CAPABILITIES,
                                              'serverInfo': {'name': 'example', 'version': '1.0.0'}}})
    elif method == 'notifications/claude/channel/dialog_request':
        on_request(params)
    elif method == 'notifications/claude/channel/dialog_closed':
        on_closed(params)
    elif 'id' in message and method:
        send({'id': message['id'], 'error': {'code': -32601, 'message': 'method not found'}})

# What the page consists of; every file is compiled into the daemon.
set(page_files
  index.html)

#include "daemon/cli/table.h"

#include <algorithm>
#include <ostream>

#include "daemon/cli/width.h"

namespace afar::cli {
namespace {

// However narrow the terminal is, this much of the last cell stays.
constexpr std::size_t kLastCellMin = 10;

std::vector<std::string> fitted(std::vector<std::string> row, const Console& console) {
  if (!console.terminal) return row;
  const auto third = static_cast<std::size_t>(console.columns) / 3;
  for (std::size_t i = 0; i + 1 < row.size(); ++i) row[i] = cut_to_width(row[i], third);
  return row;
}

std::string line_of(const Table& table, const std::vector<std::string>& row,
                    const std::vector<std::size_t>& widths, const std::string& ending,
                    const Console& console) {
  std::string line;
  for (std::size_t i = 0; i + 1 < row.size(); ++i) {
    const bool right = table.columns[i].align == Column::Align::kRight;
    line += (right ? padded_left(row[i], widths[i]) : padded_right(row[i], widths[i])) + "  ";
  }
  if (!console.terminal) return line + row.back() + ending;
  const std::size_t taken = display_width(line) + display_width(ending);
  const auto columns = static_cast<std::size_t>(console.columns);
  const std::size_t left = columns > taken ? columns - taken : 0;
  return line + cut_to_width(row.back(), std::max(left, kLastCellMin)) + ending;
}

}  // namespace

void print_table(const Table& table, Console& console) {
  std::vector<std::vector<std::string>> rows;
  std::vector<std::string> titles;
  for (const auto& column : table.columns) titles.push_back(column.title);
  for (const auto& row : table.rows) rows.push_back(fitted(row, console));
  std::vector<std::size_t> widths;
  for (const auto& title : titles) widths.push_back(display_width(title));
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      widths[i] = std::max(widths[i], display_width(row[i]));
    }
  }
  // The title stands at the left even over numbers that end at the right.
  Table headings = table;
  for (auto& column : headings.columns) column.align = Column::Align::kLeft;
  console.out << console.dim(line_of(headings, titles, widths, "", console)) << "\n";
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::string ending = table.endings.empty() ? "" : table.endings[i];
    console.out << line_of(table, rows[i], widths, ending, console) << "\n";
  }
}

}  // namespace afar::cli

// Columns of printable text, as wide as their widest cell, two spaces apart.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "daemon/cli/surroundings.h"

namespace afar::cli {

struct Column {
  enum class Align { kLeft, kRight };
  std::string title;
  Align align = Align::kLeft;
};

struct Table {
  std::vector<Column> columns;
  std::vector<std::vector<std::string>> rows;
  // Stands after the last cell and is kept where that cell is cut; one a row, or none at all.
  std::vector<std::string> endings;
};

// Whole where the output is piped. On a terminal the last cell is cut where a line would be too
// long (and no other cell is wider than a third of the line).
void print_table(const Table& table, Console& console);

}  // namespace afar::cli

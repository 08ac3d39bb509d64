//! Cells, grids and exact lines.

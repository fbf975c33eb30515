import { CanopyError } from '../../../core/errors.ts';

/** A cell as it stands in a source that lets cells span columns and rows. */
export interface SpanningCell {
  readonly text: string;
  readonly columnSpan: number;
  /** 0 reaches to the last row of the table. */
  readonly rowSpan: number;
  readonly isHeading: boolean;
}

/** A place of the grid with the cell that covers it. */
export interface GridCell {
  readonly text: string;
  readonly isHeading: boolean;
  /** Whether the cell begins in this row; it reaches down from above otherwise. */
  readonly startsHere: boolean;
}

/** Most places of one table's grid. */
export const MOST_GRID_CELLS = 2_000_000;
/** Spans beyond this are no spans but mistakes; HTML sets the same bounds. */
const MOST_COLUMN_SPAN = 1000;
const MOST_ROW_SPAN = 65_534;

/**
 * Lays spanning cells out on a full grid: a cell stands in every place that it covers, so that columns never shift.
 *
 * @throws CanopyError `FILE_TOO_COMPLEX` when the spans cover more than {@link MOST_GRID_CELLS} places.
 */
export function layGrid(rows: readonly (readonly SpanningCell[])[]): GridCell[][] {
  const grid: (GridCell | undefined)[][] = rows.map(() => []);
  let places = 0;
  rows.forEach((cells, row) => {
    let column = 0;
    for (const cell of cells) {
      while (grid[row]![column] !== undefined) column++;
      const width = Math.min(Math.max(1, cell.columnSpan), MOST_COLUMN_SPAN);
      const height = cell.rowSpan === 0 ? MOST_ROW_SPAN : Math.min(cell.rowSpan, MOST_ROW_SPAN);
      const lastRow = Math.min(rows.length, row + Math.max(1, height));
      places += width * (lastRow - row);
      if (places > MOST_GRID_CELLS) throw tooManyCells();
      for (let at = row; at < lastRow; at++) {
        for (let to = column; to < column + width; to++) {
          grid[at]![to] ??= {
            text: cell.text,
            isHeading: cell.isHeading,
            startsHere: at === row,
          };
        }
      }
      column += width;
    }
  });
  const width = Math.max(0, ...grid.map((row) => row.length));
  const empty: GridCell = { text: '', isHeading: false, startsHere: true };
  return grid.map((row) => Array.from({ length: width }, (_, column) => row[column] ?? empty));
}

/** The text of each column's heading cells, top to bottom, each once. */
export function columnNames(headings: readonly (readonly GridCell[])[]): string[] {
  const width = headings[0]?.length ?? 0;
  return Array.from({ length: width }, (_, column) =>
    [...new Set(headings.map((row) => row[column]!.text).filter((text) => text !== ''))].join(' '),
  );
}

function tooManyCells(): CanopyError {
  return new CanopyError(
    'FILE_TOO_COMPLEX',
    `A table spans more than ${MOST_GRID_CELLS.toLocaleString('en')} cells.`,
    { nextStep: 'Split the table, or remove cells that span far, and add the file again.' },
  );
}

import { keyed } from './keyed.ts';

/** The column names of a table, as header cells. */
export function ColumnHeads({ columns }: { columns: readonly string[] }) {
  return keyed(columns).map(({ key, value }) => (
    <th key={key} scope="col">
      <bdi>{value}</bdi>
    </th>
  ));
}

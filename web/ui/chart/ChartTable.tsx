import { Money } from '#web/ui/Money.tsx'
import { Table, TBody, Td, Th, THead, Tr } from '#web/ui/Table.tsx'
import { type ChartData, valueText } from './series.ts'

export interface ChartTableProps extends ChartData {
  label: string
  /** Head of the first column: `Hour` */
  pointName: string
}

/** The figures of a chart as a table, with the sum of each series. */
export function ChartTable({ label, pointName, points, series, format }: ChartTableProps) {
  return (
    <Table label={label} stickyHead frameClassName="h-full">
      <THead>
        <Th>{pointName}</Th>
        {series.map(({ name }) => (
          <Th key={name} numeric>
            {name}
          </Th>
        ))}
      </THead>
      <TBody>
        {points.map(({ title, unfinished }, i) => (
          <Tr key={title}>
            <Td className="num">
              {title}
              {unfinished ? <span className="text-muted">, {unfinished}</span> : null}
            </Td>
            {series.map(({ name, values }) => (
              <Td key={name} numeric>
                <Money text={valueText(values[i], format)} />
              </Td>
            ))}
          </Tr>
        ))}
        <Tr className="font-semibold">
          <Td>Total</Td>
          {series.map(({ name, values }) => (
            <Td key={name} numeric>
              <Money text={format(values.reduce<number>((sum, value) => sum + (value ?? 0), 0))} />
            </Td>
          ))}
        </Tr>
      </TBody>
    </Table>
  )
}

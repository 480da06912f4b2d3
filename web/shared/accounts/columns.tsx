import { switchColumn, type SwitchColumn } from '#web/app/list/switchColumn.tsx'
import type { Column } from '#web/app/list/columns.ts'
import type { useDates } from '#web/core/dates.ts'

/** What every list of people who sign in shows of one: a restaurant's employees, Tawa's own staff. */
type Account = { name: string; isActive: boolean; lastLoginAt: string | null }

/** When somebody last signed in. `width` and `hidden` are the column's, by what else the list has. */
export const lastSignInColumn = <T extends Account>(
  { when }: Pick<ReturnType<typeof useDates>, 'when'>,
  size: Required<Pick<Column<T>, 'width' | 'hidden'>>,
): Column<T> => ({
  key: 'lastLogin',
  head: 'Last sign-in',
  value: ({ lastLoginAt }) => lastLoginAt,
  cell: ({ lastLoginAt }) => (lastLoginAt ? when(lastLoginAt) : 'Never'),
  cellClassName: 'text-muted',
  ...size,
})

/** The switch that says whether somebody may sign in. */
export const activeColumn = <T extends Account>(how: Pick<SwitchColumn<T>, 'call' | 'save' | 'refusal'>): Column<T> =>
  switchColumn({
    key: 'status',
    head: 'Active',
    isOn: ({ isActive }) => isActive,
    label: ({ name }) => `${name} is active`,
    saved: ({ name }, active) => (active ? `${name} can sign in again` : `${name} is inactive and signed out`),
    ...how,
  })

import { useQuery } from '@tanstack/react-query'
import { Eye, Minus, Plus, RotateCcw } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { MESSAGES } from '#domain/messages.ts'
import { type Page, pageName, type Permissions } from '#domain/permissions.ts'
import { ROLE_NAMES } from '#domain/roles.ts'
import { plural } from '#domain/text.ts'
import { snack } from '#web/app/feedback/snack.tsx'
import { useUnsavedGuard } from '#web/app/form/guard.ts'
import { QueryError } from '#web/app/QueryError.tsx'
import { messageOf, request } from '#web/core/api.ts'
import { useMay } from '#web/core/may.ts'
import { intoNewest } from '#web/shared/newest.ts'
import { useOnline } from '#web/core/online.ts'
import { apiQuery, useCommand } from '#web/core/query.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox, Switch } from '#web/ui/Choice.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { useMediaQuery } from '#web/ui/hooks.ts'
import { SearchInput } from '#web/ui/Input.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { Table, TBody, THead } from '#web/ui/Table.tsx'
import {
  type Change,
  changeLines,
  changesOf,
  type Column,
  COLUMNS,
  countOf,
  defaultMatrix,
  groupsOf,
  isOffered,
  isSwitchable,
  mapWith,
  type Matrix,
  matrixOf,
  shortName,
  switched,
  ticked,
} from './matrix.ts'

/** The same map behind a call of the partner's and one of the back office's. */
type PermissionsArea = 'partner' | 'backoffice'
const CALLS = {
  partner: { read: 'GET /partner/permissions/restaurant/:id', write: 'PUT /partner/permissions/restaurant/:id' },
  backoffice: { read: 'GET /backoffice/permissions/restaurant/:id', write: 'PUT /backoffice/permissions/restaurant/:id' },
} as const

type Props = {
  area: PermissionsArea
  outlet: { _id: string; name: string }
  /** Where the list of changes stands: beside the table, or below it. */
  changesBeside?: boolean
  /** For a matrix in a drawer, which the address's search keeps open: unsaved changes are asked about when the search changes, too. */
  overlay?: boolean
}

/** Which page each role of an outlet may open. Nothing can be saved before the map was loaded, so that none is wiped. */
export function PermissionMatrix(props: Props) {
  const { area, outlet } = props
  const query = useQuery({ ...apiQuery(CALLS[area].read, { params: { id: outlet._id } }), staleTime: 0, refetchOnReconnect: false })
  // After a failure an older map must not be shown as if it were current.
  if (query.isError)
    return (
      <div className="grid content-start gap-3 p-4">
        <Banner tone="danger">No permissions loaded. Nothing can be saved until they are, so that none are lost.</Banner>
        <QueryError query={query} />
      </div>
    )
  // A map of an earlier visit may have been changed since.
  if (!query.data || !query.isFetchedAfterMount)
    return (
      <p role="status" className="flex items-center justify-center gap-3 p-12 text-14 text-muted">
        <Spinner />
        Loading the permissions of {outlet.name}
      </p>
    )
  return <Editor key={outlet._id} {...props} saved={query.data.permissions} />
}

function Editor({ area, outlet, saved: loaded, changesBeside = false, overlay = false }: Props & { saved: Permissions }) {
  const calls = CALLS[area]
  const [saved, setSaved] = useState(loaded)
  const [base, setBase] = useState(() => matrixOf(loaded))
  const [matrix, setMatrix] = useState(base)
  const [search, setSearch] = useState('')
  const [failure, setFailure] = useState<string | null>(null)
  const [saving, setSaving] = useState(false)
  const blocks = useMediaQuery('(max-width: 899.98px)')
  const may = useMay(calls.write, 'Only the partner can change who opens which page')
  const online = useOnline()
  const command = useCommand(calls.write, { quiet: true })
  const changes = changesOf(base, matrix)
  const count = countOf(changes)
  useUnsavedGuard(() => count > 0, { overlay })

  async function save() {
    setSaving(true)
    setFailure(null)
    try {
      // Only this device's changes are put into the newest map, so that what another device saved meanwhile stays.
      const newest = (await request(calls.read, { params: { id: outlet._id } })) as { permissions: Permissions }
      const put = (permissionsBefore: Permissions) =>
        command.mutateAsync({
          params: { id: outlet._id },
          body: { permissions: mapWith(permissionsBefore, changes), permissionsBefore },
        })
      const { permissions } = await intoNewest(newest.permissions, put, (details) => details.permissions)
      const now = matrixOf(permissions)
      // A page that is off keeps its ticks on this screen (SCREENS §6.19).
      for (const page of Object.keys(now) as Page[]) if (!now[page].on && !matrix[page].on) now[page] = matrix[page]
      setSaved(permissions)
      setBase(now)
      setMatrix(now)
      snack.success(`Permissions of ${outlet.name} are saved`)
    } catch (error) {
      setFailure(messageOf(error))
    }
    setSaving(false)
  }

  const groups = groupsOf(search)
  const cell = { matrix, base, saved, readOnly: !may.ok || saving, set: setMatrix }
  const legend = (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 text-12 text-muted">
      <span className="inline-flex items-center gap-1.5">
        <Eye className="size-4" aria-hidden="true" />
        Mobile admin sees every page, and changes only its own
      </span>
      <span>A role gets no page beyond the default</span>
    </p>
  )
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <div className={cx('flex min-h-0 min-w-0 flex-1', changesBeside ? 'flex-col lg:flex-row' : 'flex-col')}>
        <div className="flex min-w-0 flex-1 flex-col">
          <div className="flex flex-none flex-wrap items-center gap-2 border-b border-hairline px-4 py-2">
            <SearchInput label="Search pages" value={search} onChange={setSearch} className="min-w-40 flex-1 sm:max-w-60" size={44} />
            {may.ok ? (
              <Button
                size={40}
                icon={<RotateCcw className="size-4" />}
                className="ml-auto"
                disabledReason={countOf(changesOf(matrix, defaultMatrix())) === 0 ? 'Every page is as by default' : null}
                onClick={() => setMatrix(defaultMatrix())}
              >
                Reset to default
              </Button>
            ) : null}
          </div>
          {may.ok ? null : (
            <Banner tone="info" flush>
              {may.why}.
            </Banner>
          )}
          {groups.length === 0 ? (
            <EmptyState
              title={`No page matches “${search.trim()}”.`}
              action={<Button onClick={() => setSearch('')}>Show all pages</Button>}
            />
          ) : blocks ? (
            <Blocks groups={groups} {...cell} />
          ) : (
            <Grid groups={groups} {...cell} />
          )}
          {legend}
        </div>
        {/* Beside the table it is there from the start: its columns must not move while somebody presses down one of them. */}
        {changes.length > 0 || (changesBeside && may.ok) ? (
          <aside
            aria-label="Changes"
            className={cx(
              'flex-none border-hairline bg-surface text-14',
              changesBeside ? 'border-t lg:w-80 lg:border-t-0 lg:border-l' : 'max-h-52 overflow-y-auto border-t',
              changes.length === 0 && 'max-lg:hidden',
            )}
          >
            <ChangeList changes={changes} count={count} />
          </aside>
        ) : null}
      </div>
      {may.ok ? (
        <div className="sticky bottom-0 z-10 flex flex-none flex-wrap items-center gap-2 border-t border-hairline bg-surface px-4 py-2.5">
          <p role="status" className={cx('min-w-0 flex-1 basis-32 text-14', count > 0 ? 'font-semibold' : 'text-muted')}>
            {count === 0 ? 'No changes' : plural(count, 'change')}
          </p>
          {failure ? (
            <p role="alert" className="basis-full text-14 font-medium text-danger">
              {failure}
            </p>
          ) : null}
          {count > 0 ? (
            <Button variant="quiet" size={40} onClick={() => setMatrix(base)}>
              Discard
            </Button>
          ) : null}
          <Button
            variant="primary"
            size={40}
            loading={saving}
            disabledReason={count === 0 ? 'There is nothing to save' : online ? null : 'You are offline'}
            onClick={() => void save()}
          >
            {count === 0 ? 'Save' : `Save ${plural(count, 'change')}`}
          </Button>
        </div>
      ) : null}
    </div>
  )
}

/** Every change that Save would make, page by page. */
function ChangeList({ changes, count }: { changes: readonly Change[]; count: number }) {
  return (
    <div className="px-4 py-3">
      <h3 className="text-16 font-semibold">{count === 0 ? 'Changes' : plural(count, 'change')}</h3>
      <p className="text-12 text-muted">
        {count === 0
          ? 'What you change is listed here before it is saved.'
          : 'Not saved. Nothing has changed for staff yet; saving applies at once, also to those who are signed in.'}
      </p>
      <ul className="mt-2 grid divide-y divide-hairline">
        {changes.map((change) => (
          <li key={change.page} className="py-2">
            <p className="font-semibold">{change.name}</p>
            <ul>
              {changeLines(change).map(({ sign, text }) => (
                <li key={`${sign}${text}`} className="flex items-start gap-2">
                  {sign === '+' ? (
                    <Plus className="mt-0.5 size-4 flex-none text-success" aria-label="gains" />
                  ) : (
                    <Minus className="mt-0.5 size-4 flex-none text-danger" aria-label="loses" />
                  )}
                  {text}
                </li>
              ))}
            </ul>
            {change.switched === 'off' ? <p className="text-12 text-muted">Staff see “{MESSAGES.pageDisabled}”</p> : null}
          </li>
        ))}
      </ul>
    </div>
  )
}

type Cells = {
  groups: ReturnType<typeof groupsOf>
  matrix: Matrix
  base: Matrix
  saved: Permissions
  readOnly: boolean
  set: (next: (now: Matrix) => Matrix) => void
}

/** Gained and lost since the map was loaded. */
const mark = (before: boolean, after: boolean) => (before === after ? '' : after ? 'bg-success-soft' : 'bg-danger-soft')
const opens = ({ on, ticks }: Matrix[Page], role: Column) => on && ticks.includes(role)
const isChanged = (base: Matrix, matrix: Matrix, page: Page) =>
  base[page].on !== matrix[page].on || COLUMNS.some((role) => opens(base[page], role) !== opens(matrix[page], role))

function PageSwitch({ page, matrix, readOnly, set, label }: Pick<Cells, 'matrix' | 'readOnly' | 'set'> & { page: Page; label: ReactNode }) {
  return (
    <Switch
      label={label}
      hideLabel
      checked={matrix[page].on}
      disabled={readOnly}
      onCheckedChange={(on) => set((now) => switched(now, page, on))}
    />
  )
}

/** Arrow keys move between the switches and ticks of the table. */
function moveByArrows(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key]
  const from = (event.target as Element).closest<HTMLElement>('[data-cell]')
  if (!step || !from) return
  event.preventDefault()
  const [row = 0, column = 0] = (from.dataset.cell ?? '').split(',').map(Number)
  const [down = 0, right = 0] = step
  // Skips cells without a switch or a tick.
  for (let i = 1; i < 60; i++) {
    const next = event.currentTarget.querySelector<HTMLElement>(`[data-cell="${row + down * i},${column + right * i}"] input`)
    if (next) return next.focus()
  }
}

const head = 'h-11 px-1 text-center text-12 leading-4 font-medium text-muted'

function Grid({ groups, matrix, base, saved, readOnly, set }: Cells) {
  const rowOf = new Map(groups.flatMap(({ pages }) => pages).map((page, i) => [page, i]))
  return (
    <Table label="Pages and roles" minWidth={640} className="table-fixed" onKeyDown={moveByArrows}>
      <colgroup>
        <col className="w-40" />
        <col className="w-12" />
        {COLUMNS.map((role) => (
          <col key={role} />
        ))}
        <col />
      </colgroup>
      <THead>
        <th scope="col" className={cx(head, 'pl-4 text-left')}>
          Page
        </th>
        <th scope="col" className={head}>
          On
        </th>
        {COLUMNS.map((role) => (
          <th key={role} scope="col" className={head}>
            {/* With a soft hyphen, because the column is narrower than the word. */}
            {ROLE_NAMES[role].replace(/mana(?=ge)/i, '$&\u00AD')}
          </th>
        ))}
        <th scope="col" className={head}>
          {ROLE_NAMES.mobileAdmin}
        </th>
      </THead>
      {groups.map(({ name, pages }) => (
        <TBody key={name}>
          <tr>
            <th
              scope="rowgroup"
              colSpan={COLUMNS.length + 3}
              className="h-7 border-t border-hairline bg-raised px-4 text-left text-12 font-semibold text-muted"
            >
              {name}
            </th>
          </tr>
          {pages.map((page) => {
            const { on, ticks } = matrix[page]
            const row = rowOf.get(page) ?? 0
            return (
              <tr key={page} className={cx(isChanged(base, matrix, page) && '[&>*:first-child]:shadow-[inset_3px_0_var(--accent)]')}>
                <th scope="row" className={cx('h-9 border-t border-hairline pr-1 pl-4 text-left text-14 font-medium', !on && 'text-muted')}>
                  {shortName(page)}
                </th>
                <td data-cell={`${row},0`} className="border-t border-hairline text-center">
                  {isSwitchable(page) ? (
                    <PageSwitch page={page} matrix={matrix} readOnly={readOnly} set={set} label={`${pageName(page)} is on`} />
                  ) : null}
                </td>
                {COLUMNS.map((role, i) => (
                  <td
                    key={role}
                    data-cell={`${row},${i + 1}`}
                    className={cx('border-t border-hairline text-center', mark(opens(base[page], role), opens(matrix[page], role)))}
                  >
                    {isOffered(page, role, saved) ? (
                      <Checkbox
                        label={`${pageName(page)}: ${ROLE_NAMES[role]}`}
                        hideLabel
                        size={20}
                        checked={ticks.includes(role)}
                        disabled={!on || readOnly}
                        onCheckedChange={(next) => set((now) => ticked(now, page, role, next))}
                      />
                    ) : (
                      <span className="text-muted">
                        <span aria-hidden="true">·</span>
                        <span className="sr-only">never</span>
                      </span>
                    )}
                  </td>
                ))}
                <td className="border-t border-hairline text-center">
                  <Eye className="inline size-4 text-muted" aria-label="always" />
                </td>
              </tr>
            )
          })}
        </TBody>
      ))}
    </Table>
  )
}

/** The same without columns, for narrow windows and 200% zoom: a block for each page, with the roles it can be given to. */
function Blocks({ groups, matrix, base, saved, readOnly, set }: Cells) {
  return groups.map(({ name, pages }) => (
    <section key={name} aria-label={name}>
      <h3 className="border-y border-hairline bg-raised px-4 py-1.5 text-12 font-semibold text-muted">{name}</h3>
      <ul className="divide-y divide-hairline">
        {pages.map((page) => (
          <li key={page} className={cx('px-4 py-2', isChanged(base, matrix, page) && 'shadow-[inset_3px_0_var(--accent)]')}>
            <div>
              <div className="flex min-h-10 items-center justify-between gap-3">
                <span className={cx('font-medium', !matrix[page].on && 'text-muted')}>{shortName(page)}</span>
                {isSwitchable(page) ? (
                  <PageSwitch page={page} matrix={matrix} readOnly={readOnly} set={set} label={`${pageName(page)} is on`} />
                ) : (
                  <span className="text-14 text-muted">{ROLE_NAMES.mobileAdmin} only</span>
                )}
              </div>
              <div role="group" aria-label={pageName(page)} className="flex flex-wrap gap-x-4">
                {COLUMNS.filter((role) => isOffered(page, role, saved)).map((role) => (
                  <span key={role} className={cx('rounded-control px-1', mark(opens(base[page], role), opens(matrix[page], role)))}>
                    <Checkbox
                      label={ROLE_NAMES[role]}
                      size={20}
                      checked={matrix[page].ticks.includes(role)}
                      disabled={!matrix[page].on || readOnly}
                      onCheckedChange={(next) => set((now) => ticked(now, page, role, next))}
                    />
                  </span>
                ))}
              </div>
            </div>
          </li>
        ))}
      </ul>
    </section>
  ))
}

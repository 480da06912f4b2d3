import { ChevronDown, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { Money } from '#web/app/Money.tsx'
import { Checkbox } from '#web/ui/Choice.tsx'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { SearchInput } from '#web/ui/Input.tsx'
import { type Branch, branchesOf, type Dish, type Source, withAll } from './tree.ts'

type SourceTreeProps = {
  source: Source
  ticked: ReadonlySet<string>
  onTick: (ticked: Set<string>) => void
  /** While dishes are pushed: the push goes on with those that were ticked when it began. */
  disabled: boolean
}

/** The source's menu: categories and dishes with ticks, and dishes that it no longer has. */
export function SourceTree({ source, ticked, onTick, disabled }: SourceTreeProps) {
  const [search, setSearch] = useState('')
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const all = branchesOf(source, '').flatMap((b) => b.dishes)
  const branches = branchesOf(source, search)
  const gone = source.gone.filter((g) => g.name.toLowerCase().includes(search.trim().toLowerCase()))
  const tick = (ids: readonly string[], on: boolean) => onTick(withAll(ticked, ids, on))
  return (
    <>
      <div className="flex flex-none items-center gap-3 border-b border-hairline px-4 py-2">
        <SearchInput size={32} label={`Search ${all.length} dishes`} value={search} onChange={setSearch} />
        <p className="flex-none text-12 text-muted" aria-live="polite">
          <b className="num font-semibold text-text">{all.filter((d) => ticked.has(d._id)).length}</b> of {all.length} ticked
        </p>
      </div>
      <div className="scroll-quiet min-h-0 flex-1 overflow-y-auto">
        {branches.map((branch) => (
          <Category
            key={branch.id}
            branch={branch}
            ticked={ticked}
            open={search !== '' || !closed.has(branch.id)}
            onOpen={(open) => setClosed(withAll(closed, [branch.id], !open))}
            onTick={tick}
            disabled={disabled}
          />
        ))}
        {gone.length > 0 ? (
          <section aria-labelledby="chain-gone" className="border-b border-hairline">
            <div className="flex min-h-9 items-center bg-raised px-4 py-1">
              <Checkbox
                size={20}
                className="font-semibold"
                label={<span id="chain-gone">No longer on this menu</span>}
                disabled={disabled}
                checked={gone.every((g) => ticked.has(g._id))}
                indeterminate={isPart(
                  gone.map((g) => g._id),
                  ticked,
                )}
                onCheckedChange={(on) =>
                  tick(
                    gone.map((g) => g._id),
                    on,
                  )
                }
              />
            </div>
            {gone.map((g) => (
              <div key={g._id} className="chain-in flex items-center gap-2 pr-4">
                <Checkbox
                  size={20}
                  className="min-w-0 flex-1"
                  label={g.name}
                  disabled={disabled}
                  checked={ticked.has(g._id)}
                  onCheckedChange={(on) => tick([g._id], on)}
                />
                <span className="flex-none text-12 text-muted">at {g.outlets === 1 ? '1 outlet' : `${g.outlets} outlets`}</span>
              </div>
            ))}
          </section>
        ) : null}
        {branches.length === 0 && gone.length === 0 ? (
          <p className="px-4 py-8 text-center text-14 text-muted">
            {search === '' ? 'This outlet has no dishes yet.' : `No dish is called “${search.trim()}”.`}
          </p>
        ) : null}
      </div>
    </>
  )
}

const isPart = (ids: readonly string[], ticked: ReadonlySet<string>) =>
  ids.some((id) => ticked.has(id)) && !ids.every((id) => ticked.has(id))

type CategoryProps = {
  branch: Branch
  ticked: ReadonlySet<string>
  open: boolean
  onOpen: (open: boolean) => void
  onTick: (ids: readonly string[], on: boolean) => void
  disabled: boolean
}

function Category({ branch, ticked, open, onOpen, onTick, disabled }: CategoryProps) {
  const ids = branch.dishes.map((d) => d._id)
  const n = ids.filter((id) => ticked.has(id)).length
  return (
    <section aria-label={branch.name} className="border-b border-hairline">
      <div className="flex min-h-9 items-center gap-1 bg-raised py-0.5 pr-4 pl-1.5">
        <IconButton
          size={32}
          label={`${open ? 'Close' : 'Open'} ${branch.name}`}
          aria-expanded={open}
          icon={open ? <ChevronDown /> : <ChevronRight />}
          onClick={() => onOpen(!open)}
        />
        <Checkbox
          size={20}
          className="min-w-0 flex-1 font-semibold [overflow-wrap:anywhere]"
          label={branch.name}
          disabled={disabled}
          checked={n === ids.length}
          indeterminate={n > 0 && n < ids.length}
          onCheckedChange={(on) => onTick(ids, on)}
        />
        <span className="num flex-none text-12 text-muted">
          {n} of {ids.length}
        </span>
      </div>
      {open
        ? branch.sections.map((section) => (
            <div key={section.id}>
              {section.name === null ? null : <p className="chain-in pt-1.5 pr-4 text-12 font-semibold text-muted">{section.name}</p>}
              {section.dishes.map((dish) => (
                <DishRow
                  key={dish._id}
                  dish={dish}
                  ticked={ticked.has(dish._id)}
                  disabled={disabled}
                  onTick={(on) => onTick([dish._id], on)}
                />
              ))}
            </div>
          ))
        : null}
    </section>
  )
}

type DishRowProps = { dish: Dish; ticked: boolean; disabled: boolean; onTick: (on: boolean) => void }

function DishRow({ dish, ticked, disabled, onTick }: DishRowProps) {
  return (
    <div className={cx('chain-in flex items-center gap-3 py-0.5 pr-4 text-14', !ticked && 'text-muted')}>
      <Checkbox
        size={20}
        className="min-w-0 flex-1 [overflow-wrap:anywhere]"
        label={dish.name}
        checked={ticked}
        disabled={disabled}
        onCheckedChange={onTick}
      />
      {dish.available ? null : <span className="flex-none text-12 text-muted">Off</span>}
      <Money rupees={dish.price} className="flex-none" />
    </div>
  )
}

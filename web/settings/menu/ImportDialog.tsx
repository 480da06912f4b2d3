import { FileUp, TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { DietType } from '#domain/order.ts'
import { plural } from '#domain/text.ts'
import { Money } from '#web/app/Money.tsx'
import { snack } from '#web/app/feedback/snack.tsx'
import { download } from '#web/app/list/download.ts'
import { type Answer, ApiError, messageOf } from '#web/core/api.ts'
import { useProfile } from '#web/core/profile.ts'
import { useCommand } from '#web/core/query.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { DietMark } from '#web/ui/DietMark.tsx'
import { csvText, EXAMPLE } from './csvText.ts'

const WORKBOOK =
  'This is a workbook, not a CSV file. In Excel choose “Save as”, in Google Sheets “Download”, then CSV, and choose that file here.'

type Result = Answer<'POST /menus/import'>
type Row = Result['results'][number]
type File = { name: string; csv: string; tried: Result }

const dishes = (n: number) => plural(n, 'dish', 'dishes')
/** What a cell will be read as: without the backslashes that stand before separators in names. */
const shownCell = (column: string, value: string) =>
  ['variants', 'addons', 'allergens'].includes(column) ? value.replace(/\\(.)/gs, '$1') : value
/** "3 new, 2 changed, 5 unchanged" */
const countText = ({ created, updated, results }: Result) =>
  [`${created} new`, `${updated} changed`, `${results.filter(({ outcome }) => outcome === 'same').length} unchanged`].join(', ')

/** Imports dishes from a CSV file: it first shows the changes, row by row, and one press then makes them. */
export default function ImportDialog({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const attempt = useCommand('POST /menus/import', { quiet: true })
  const load = useCommand('POST /menus/import', {
    quiet: true,
    invalidates: ['POST /menus/restaurant', 'POST /menus/categories', 'GET /menus/recipe'],
  })
  const choose = async (chosen: globalThis.File) => {
    setFailure(null)
    setFile(null)
    try {
      const csv = csvText(new Uint8Array(await chosen.arrayBuffer()))
      if (csv === null) return setFailure(WORKBOOK)
      if (csv.trim() === '') return setFailure('The file is empty.')
      setFile({ name: chosen.name, csv, tried: await attempt.mutateAsync({ body: { csv, dryRun: true } }) })
    } catch (error) {
      setFailure(messageOf(error))
    }
  }
  const run = async ({ name, csv, tried }: File) => {
    setFailure(null)
    try {
      const { created, updated, failed } = await load.mutateAsync({ body: { csv, dryRun: false, plan: tried.plan } })
      snack.success(`Imported: ${created} new, ${updated} changed${failed > 0 ? `, ${failed} left out` : ''}`)
      onClose()
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'menu_changed')) return setFailure(messageOf(error))
      // The newest preview is shown before it is imported.
      const now = error.details.preview as Result
      setFile({ name, csv, tried: now })
      // The first press may have arrived without an answer.
      setFailure(now.created + now.updated + now.failed === 0 ? 'The menu has all of this file already.' : messageOf(error))
    }
  }
  const writes = file ? file.tried.created + file.tried.updated : 0
  return (
    <Dialog
      open
      onOpenChange={(open) => (open || load.isPending ? undefined : onClose())}
      size="lg"
      title="Import CSV"
      description="Nothing is changed before you have seen what would change."
      footer={
        file ? (
          <Button
            variant="primary"
            loading={load.isPending}
            disabledReason={writes === 0 ? 'The file changes nothing' : null}
            onClick={() => void run(file)}
          >
            Import {dishes(writes)}
          </Button>
        ) : null
      }
    >
      <div className="grid gap-4 pb-1">
        <label className="relative flex min-h-14 items-center gap-3 rounded-card border border-dashed border-border px-4 hover:bg-raised has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-primary">
          <FileUp className="flex-none text-muted" aria-hidden="true" />
          <span className="min-w-0 flex-1 font-medium [overflow-wrap:anywhere]">
            {file?.name ?? (attempt.isPending ? 'Reading…' : 'Choose a file')}
          </span>
          <input
            type="file"
            accept=".csv,text/csv"
            disabled={load.isPending}
            aria-label="CSV file"
            className="absolute inset-0 cursor-pointer opacity-0"
            onChange={(event) => {
              const chosen = event.target.files?.[0]
              // The same file may be chosen again after it was corrected.
              event.target.value = ''
              if (chosen) void choose(chosen)
            }}
          />
        </label>
        {failure ? <Banner tone="danger">{failure}</Banner> : null}
        {file ? <Preview tried={file.tried} /> : <Help />}
      </div>
    </Dialog>
  )
}

const Help = () => (
  <div className="grid gap-2 text-14 text-muted">
    <p>
      The first row names the columns: category, name and price, and if you like subcategory, description, diet, alcohol, available,
      variants, addons, station, code, print_name, calories, allergens, gst, price_includes_tax. A dish is found by its category,
      subcategory and name; in a file without subcategories, by its category and name.
    </p>
    <p>
      Variants are written <Form>Half=-110; Full=0</Form>, with what each adds to the price or takes off it; addons{' '}
      <Form>Dips (0-2): Mint=0; Garlic=20</Form>, several groups with a <Form>|</Form> between them.{' '}
      <button type="button" className="link inline-block py-1" onClick={() => download('menu-example.csv', EXAMPLE)}>
        Download an example
      </button>
    </p>
  </div>
)
const Form = ({ children }: { children: string }) => <code className="text-text">{children}</code>

/** The changes that the file would make, with errors first, because somebody must correct them. */
function Preview({ tried }: { tried: Result }) {
  const of = (outcome: Row['outcome']) => tried.results.filter((row) => row.outcome === outcome)
  const unregistered = useProfile()?.gstNumber === ''
  const taxed = tried.results.filter(({ cells = [], changes = [] }) =>
    [...cells.map(({ column, value }) => [column, value]), ...changes.map(({ column, to }) => [column, to])].some(
      ([column, value]) => column === 'gst' && Number(value) > 0,
    ),
  ).length
  return (
    <>
      <p role="status" className="font-semibold">
        {countText(tried)}
        {tried.failed > 0 ? `, ${plural(tried.failed, 'row')} with an error` : ''}
      </p>
      {tried.clearsIngredients > 0 ? (
        <Banner tone="warning" icon={<TriangleAlert aria-hidden="true" />}>
          Importing clears the ingredients of {dishes(tried.clearsIngredients)}.
        </Banner>
      ) : null}
      {tried.deletesRecipes > 0 ? (
        <Banner tone="warning" icon={<TriangleAlert aria-hidden="true" />}>
          Importing deletes {plural(tried.deletesRecipes, 'recipe')}, of variants that their dishes no longer have.
        </Banner>
      ) : null}
      {unregistered && taxed > 0 ? (
        <Banner tone="warning" icon={<TriangleAlert aria-hidden="true" />}>
          {dishes(taxed)} would charge GST, but there is no GST number in the profile. Only a registered restaurant may charge GST.
        </Banner>
      ) : null}
      {tried.unknownColumns.length > 0 ? (
        <Banner tone="warning">Unknown columns are ignored: {tried.unknownColumns.join(', ')}</Banner>
      ) : null}
      <Rows title="Errors, left out" rows={of('failed')}>
        {({ message }) => <span className="text-danger">{message}</span>}
      </Rows>
      <Rows title="Changed" rows={of('changed')}>
        {({ changes = [] }) =>
          changes.map(({ column, from, to }) => (
            <span key={column} className="block [overflow-wrap:anywhere]">
              <span className="text-muted">{column.replaceAll('_', ' ')}:</span>{' '}
              <del className="text-muted">{shownCell(column, from) || 'empty'}</del> →{' '}
              <ins className="no-underline">{shownCell(column, to) || 'empty'}</ins>
            </span>
          ))
        }
      </Rows>
      {tried.withoutDiet > 0 ? (
        <Banner tone="warning" icon={<TriangleAlert aria-hidden="true" />}>
          The file doesn’t say the diet of {plural(tried.withoutDiet, 'new dish', 'new dishes')}: marked as veg. A column “diet” says veg,
          nonVeg, egg or vegan.
        </Banner>
      ) : null}
      <Rows title="New" rows={of('added')} name={(row) => <NewDish {...row} />} />
      {tried.notInFile > 0 ? (
        <p className="text-14 text-muted">{dishes(tried.notInFile)} of the menu are not in the file and stay as they are.</p>
      ) : null}
    </>
  )
}

/** A new dish as it was read from the file: its diet mark, price and category, and below them the rest of its row. */
function NewDish({ name, cells = [] }: Row) {
  const { category, subcategory, price, diet, alcohol, ...rest } = Object.fromEntries(cells.map(({ column, value }) => [column, value]))
  return (
    <>
      <span className="flex items-baseline gap-2">
        <DietMark diet={diet as DietType} isAlcohol={alcohol === 'yes'} className="self-center" />
        <span className="min-w-0 flex-1 font-medium [overflow-wrap:anywhere]">{name}</span>
        <Money rupees={Number(price)} className="flex-none" />
      </span>
      <span className="block text-muted [overflow-wrap:anywhere]">
        {[
          [category, subcategory].filter(Boolean).join(' › '),
          ...Object.entries(rest).map(([column, value]) => `${column.replaceAll('_', ' ')}: ${shownCell(column, value)}`),
        ].join(' · ')}
      </span>
    </>
  )
}

const SHOWN = 200
type RowsProps = { title: string; rows: readonly Row[]; name?: (row: Row) => ReactNode; children?: (row: Row) => ReactNode }
function Rows({ title, rows, name, children }: RowsProps) {
  if (rows.length === 0) return null
  return (
    <section aria-label={title}>
      <h3 className="text-14 font-semibold">
        {title} <span className="font-normal text-muted">{rows.length}</span>
      </h3>
      <ul className="mt-1 divide-y divide-hairline border-y border-hairline text-14">
        {rows.slice(0, SHOWN).map((row) => (
          <li key={row.row} className="flex gap-3 py-1.5">
            <span className="num w-16 flex-none text-muted">Row {row.row}</span>
            <span className="min-w-0 flex-1">
              {name ? name(row) : <span className="font-medium [overflow-wrap:anywhere]">{row.name || 'No name'}</span>}
              {children ? <span className="block">{children(row)}</span> : null}
            </span>
          </li>
        ))}
      </ul>
      {rows.length > SHOWN ? <p className="mt-1 text-14 text-muted">and {rows.length - SHOWN} more</p> : null}
    </section>
  )
}

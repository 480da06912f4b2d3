import { Printer } from 'lucide-react'
import { useState } from 'react'
import { billDocument, kotDocument, type PrintDocument } from '#domain/print/document.ts'
import { type Columns, columnsFor, type PaperLine } from '#domain/print/lines.ts'
import { logoOf } from '#domain/print/store.ts'
import { paperLines } from '#domain/print/spelled.ts'
import { Panel } from '#web/app/PanelPage.tsx'
import { snack } from '#web/app/feedback/snack.tsx'
import { messageOf } from '#web/core/api.ts'
import { printBytes, useAgent } from '#web/shared/print/agent.ts'
import { bytesOf } from '#web/shared/print/bytes.ts'
import { BillLogo, LogoProblem, PaperAndPrint } from '#web/shared/print/PaperAndPrint.tsx'
import { PRINTING_OFF } from '#web/shared/print/problems.ts'
import { isHere, type Printer as PrinterShape } from '#web/shared/print/printers.ts'
import type { Profile } from '#web/shared/settings/profile.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Segmented } from '#web/ui/Segmented.tsx'
import { sampleOrder } from './sample.ts'

const SHEETS = [
  { value: 'bill', label: 'Bill' },
  { value: 'parcel', label: 'Take Away' },
  { value: 'kot', label: 'KOT' },
] as const
type SheetName = (typeof SHEETS)[number]['value']
const PAPERS = [
  { value: '48', label: '80 mm' },
  { value: '32', label: '58 mm' },
] as const

type PreviewProps = {
  /** The restaurant with the settings as typed. */
  restaurant: Profile
  /** The restaurant as saved: lines of the paper that differ from it are marked. */
  saved: Profile
  printers: readonly PrinterShape[]
}

/**
 * A sample bill and KOT, marked SAMPLE, made by the same code as real ones (domain/print/document.ts) with the settings of `restaurant`. "Test print" prints the shown
 * paper: on this computer's printer for such papers of this width, or else in the browser.
 */
export function Preview({ restaurant, saved, printers }: PreviewProps) {
  const { pageSize, enablePrint } = restaurant.printSettings
  const [sheet, setSheet] = useState<SheetName>('bill')
  // Both widths can be previewed. When the form's paper is changed, that one is shown.
  const [look, setLook] = useState<{ pageSize: string; columns: Columns } | null>(null)
  const columns = look?.pageSize === pageSize ? look.columns : columnsFor(pageSize)
  const [at] = useState(() => new Date().toISOString())
  const [testing, setTesting] = useState(false)
  const connected = useAgent().is === 'connected'
  const documents = sampleDocuments(sheet, restaurant, at)
  const lines = documents.flatMap((document) => paperLines(document, { columns, restaurant, stamp: 'SAMPLE' }))
  const kept = new Set(
    sampleDocuments(sheet, saved, at).flatMap((document) =>
      paperLines(document, { columns, restaurant: saved, stamp: 'SAMPLE' }).map(textOf),
    ),
  )
  const role = sheet === 'kot' ? 'kot' : 'bill'
  const printer = connected ? printers.find((one) => isHere(one) && one.role === role && one.columns === columns) : undefined

  async function test() {
    if (!printer) return window.print()
    setTesting(true)
    try {
      for (const document of documents) {
        const paper = await bytesOf(document, { columns, restaurant, stamp: 'SAMPLE', logo: logoOf(restaurant) })
        const outcome = await printBytes(printer.name, paper, `Tawa sample ${at}`)
        if (outcome.is !== 'printed') return void snack.error(`${outcome.problem.message} ${outcome.problem.fix}`)
      }
      snack.success(`Printed on ${printer.name}`)
    } catch (error) {
      snack.error(messageOf(error, 'Unknown printing error occurred.'))
    } finally {
      setTesting(false)
    }
  }

  return (
    <Panel
      label="Preview"
      head={
        <>
          <div className="flex flex-wrap gap-2">
            <Segmented label="What is printed" size={32} className="flex-1" options={SHEETS} value={sheet} onChange={setSheet} />
            <Button
              size={32}
              icon={<Printer />}
              loading={testing}
              disabledReason={enablePrint ? null : PRINTING_OFF}
              onClick={() => void test()}
            >
              Test print
            </Button>
          </div>
          <Segmented
            label="On paper of"
            size={32}
            full
            options={PAPERS}
            value={columns === 48 ? '48' : '32'}
            onChange={(value) => setLook({ pageSize, columns: value === '48' ? 48 : 32 })}
          />
          <LogoProblem restaurant={restaurant} />
        </>
      }
    >
      <PaperAndPrint
        lines={lines.map((line) => (textOf(line) && !kept.has(textOf(line)) ? { ...line, edited: true } : line))}
        columns={columns}
        refusal={enablePrint ? null : PRINTING_OFF}
        label={SHEETS.find(({ value }) => value === sheet)?.label ?? ''}
        logo={sheet === 'kot' ? null : <BillLogo restaurant={restaurant} columns={columns} />}
      />
    </Panel>
  )
}

const textOf = ({ text }: PaperLine): string => text.trim()

function sampleDocuments(sheet: SheetName, restaurant: Profile, at: string): PrintDocument[] {
  const order = sampleOrder(sheet === 'parcel' ? 'Take Away' : 'Dine In', restaurant, at)
  if (sheet !== 'kot') return [billDocument(order)]
  return order.kots.map((kot) => kotDocument(order, kot)).filter((document) => document !== null)
}

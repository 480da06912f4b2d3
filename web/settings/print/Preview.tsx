import { Printer } from 'lucide-react'
import { useState } from 'react'
import { billDocument, kotDocument, linesOf } from '#domain/print/document.ts'
import { type Columns, columnsFor, type PaperLine } from '#domain/print/lines.ts'
import { BillLogo, LogoProblem, PaperAndPrint, PRINTING_OFF } from '#web/shared/print/PaperAndPrint.tsx'
import type { Profile } from '#web/shared/settings/profile.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
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

/** A sample bill and KOT by the builder of real ones (domain/print/document.ts), with the settings that `restaurant` has; Test print prints what is shown. */
export function Preview({ restaurant }: { restaurant: Profile }) {
  const { pageSize, enablePrint } = restaurant.printSettings
  const [sheet, setSheet] = useState<SheetName>('bill')
  // Both papers can be looked at; another choice in the form shows that one.
  const [look, setLook] = useState<{ pageSize: string; columns: Columns } | null>(null)
  const columns = look?.pageSize === pageSize ? look.columns : columnsFor(pageSize)
  const [at] = useState(() => new Date().toISOString())
  const lines = sampleLines(sheet, restaurant, columns, at)
  return (
    <Card
      title="Preview"
      note="of a sample order"
      padded
      action={
        <Button size={32} icon={<Printer />} disabledReason={enablePrint ? null : PRINTING_OFF} onClick={() => window.print()}>
          Test print
        </Button>
      }
    >
      <div className="grid gap-3">
        <div className="grid gap-2">
          <Segmented label="What is printed" size={32} full options={SHEETS} value={sheet} onChange={setSheet} />
          <Segmented
            label="On paper of"
            size={32}
            full
            options={PAPERS}
            value={columns === 48 ? '48' : '32'}
            onChange={(value) => setLook({ pageSize, columns: value === '48' ? 48 : 32 })}
          />
        </div>
        <LogoProblem restaurant={restaurant} />
        <div className="rounded-card bg-raised">
          <PaperAndPrint
            lines={lines}
            columns={columns}
            label={SHEETS.find(({ value }) => value === sheet)?.label ?? ''}
            logo={sheet === 'kot' ? null : <BillLogo restaurant={restaurant} columns={columns} />}
            fit
          />
        </div>
      </div>
    </Card>
  )
}

function sampleLines(sheet: SheetName, restaurant: Profile, columns: Columns, at: string): PaperLine[] {
  const order = sampleOrder(sheet === 'parcel' ? 'Take Away' : 'Dine In', restaurant, at)
  const documents = sheet === 'kot' ? order.kots.map((kot) => kotDocument(order, kot)) : [billDocument(order)]
  return documents.flatMap((document) => (document ? linesOf(document, { columns, restaurant }) : []))
}

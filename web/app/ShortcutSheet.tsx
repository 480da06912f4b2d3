import { useState } from 'react'
import { Switch } from '#web/ui/Choice.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Kbd } from '#web/ui/Kbd.tsx'
import { keyWords, listedShortcuts, useSingleKeys } from './shortcuts.tsx'

/** The sheet opened by `?`: the page's shortcuts, and a switch for single-key shortcuts. */
export default function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const [single, setSingle] = useSingleKeys()
  const [rows] = useState(listedShortcuts)
  return (
    <Dialog open onOpenChange={(next) => (next ? undefined : onClose())} title="Keyboard shortcuts" size="sm">
      <dl className="pb-2">
        {rows.map(([label, combos]) => (
          <div key={label} className="flex min-h-9 items-center justify-between gap-4">
            <dt className="text-14">{label}</dt>
            <dd className="flex gap-1">
              {combos.map((combo) => (
                // Also on a touch screen: whoever opened this sheet has pressed a key.
                <Kbd key={combo} className="pointer-coarse:inline-grid!">
                  {keyWords(combo)}
                </Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <div className="border-t border-hairline pt-2">
        <Switch
          label="Single-key shortcuts"
          description="Keys that work without Ctrl or Cmd"
          checked={single}
          onCheckedChange={setSingle}
        />
      </div>
    </Dialog>
  )
}

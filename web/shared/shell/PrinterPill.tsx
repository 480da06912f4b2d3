import { useQuery } from '@tanstack/react-query'
import { Printer, PrinterX } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { logoOf } from '#domain/print/store.ts'
import { opensOnPress } from '#web/app/shell/OpensOnPress.tsx'
import type { Answer } from '#web/core/api.ts'
import { useProfile } from '#web/core/profile.ts'
import { apiQuery, queryClient } from '#web/core/query.ts'
import { problemNow, useAgent } from '#web/shared/print/agent.ts'
import { useLate } from '#web/shared/print/late.ts'
import '#web/shared/print/liveJobs.ts'
import { useLogoProblem } from '#web/shared/print/logo.ts'
import { isHere, usePrinters } from '#web/shared/print/printers.ts'
import type { PrintProblem } from '#web/shared/print/problems.ts'
import { IconButton } from '#web/ui/IconButton.tsx'

type Job = Answer<'GET /print/jobs'>['jobs'][number]

const Opened = opensOnPress<{ jobs: readonly Job[]; waiting: number; logo: PrintProblem | null }>('dialog', () => import('./PrintTray.tsx'))

/** The printer in the header (SCREENS G8): how many papers were not printed, and whether this device can print. Nothing where no printer is registered. */
export default function PrinterPill() {
  const printers = usePrinters()
  const jobs = useQuery({ ...apiQuery('GET /print/jobs'), enabled: printers.length > 0 }).data?.jobs ?? []
  // A waiting paper is named with its present printer, which may be another one after a change.
  const known = useRef(printers)
  useEffect(() => {
    if (known.current !== printers && known.current.length > 0) void queryClient.invalidateQueries({ queryKey: ['GET /print/jobs'] })
    known.current = printers
  }, [printers])
  const late = useLate(jobs)
  const agent = useAgent()
  const restaurant = useProfile()
  const logo = useLogoProblem(restaurant ? logoOf(restaurant) : null)
  if (printers.length === 0) return null
  const here = printers.some(isHere)
  const asks = agent.is === 'connecting' && agent.asking && here
  const off = asks || (problemNow(agent) !== null && here)
  const label =
    late.length > 0
      ? 'Not printed'
      : asks
        ? 'QZ Tray asks you'
        : off
          ? 'Print agent not connected'
          : logo
            ? 'Bills have no logo'
            : 'Printing'
  return (
    <Opened
      jobs={late}
      waiting={jobs.length - late.length}
      logo={logo}
      trigger={
        <IconButton
          label={label}
          icon={off ? <PrinterX /> : <Printer />}
          count={late.length}
          className={off || logo ? 'text-warning-icon' : undefined}
        />
      }
    />
  )
}

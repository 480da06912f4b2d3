import { parseArgs } from 'node:util'
import { type Figures, play } from './run.ts'
import { LATE_MS } from './watch.ts'

/** `npm run prints -- --jobs 2000 --seed 7`: the whole proof of the print queue (run.ts). Prints its seed and figures, and fails when one of them is not as it must be. */
const { values } = parseArgs({
  options: { jobs: { type: 'string', default: '2000' }, seed: { type: 'string' }, state: { type: 'string' } },
})
const seed = values.seed ?? String(Date.now() % 1_000_000)
console.log(`${values.jobs} jobs, --seed ${seed}`)

const figures = await play({ jobs: Number(values.jobs), seed, state: values.state, say: console.log })
console.log(textOf(figures))
const { lost, doubles, disordered, late, unreported, left } = figures
process.exit(lost.length + doubles.length + disordered.length + late + unreported.length + left > 0 ? 1 : 0)

function textOf(f: Figures): string {
  const named = (list: readonly string[]) => [list.length, ...list.slice(0, 5)].join(' ')
  return [
    `--seed ${f.seed}: ${f.jobs} jobs and ${f.copies - f.jobs} copies, ${f.sheets} sheets, ${f.seconds} s`,
    `  killed: ${Object.entries(f.faults)
      .map(([name, times]) => `${name} ${times}`)
      .join(', ')}; pages reloaded by hand ${f.reloads}`,
    `  silent losses    ${named(f.lost)}`,
    `  unmarked doubles ${named(f.doubles)}`,
    `  out of order     ${named(f.disordered)}`,
    `  alarmed          ${f.alarmed}, after their 30 s within ${f.median} ms (median) and ${f.latest} ms (worst), ${f.late} later than ${LATE_MS / 1000} s; not alarmed within 10 s more ${named(f.unreported)}`,
    '                   The time without a server is not counted, as nobody can be told then: for a job whose 30 s ended in it, the count begins when the colleague’s',
    '                   page is connected again, and its list of what waits comes with that connection. All other time is counted, also while the machine is busy,',
    `                   but not the time in which this command itself was stopped (${f.stops} times).`,
    `  still in the rail ${f.left}`,
  ].join('\n')
}

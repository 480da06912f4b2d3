import { expect, it } from 'vitest'
import { play } from '../prints/run.ts'

/** A sample of `npm run prints`, with each fault once. */
it('three pages print while a tab, the print agent, the network and the server are killed: nothing is lost, doubled, out of order or unreported', async () => {
  const figures = await play({ jobs: 24, seed: '13' })
  expect(figures).toMatchObject({ lost: [], doubles: [], disordered: [], unreported: [], left: 0 })
  expect(figures.jobs).toBe(24)
  expect(figures.faults).toEqual({ tab: 1, agent: 1, network: 1, server: 1 })
}, 240_000)

import { Counter } from './Counter.tsx'

/** The counter's point of sale (SCREENS §2.2). */
export default function PosPage() {
  return <Counter />
}

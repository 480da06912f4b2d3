import { cx } from './cx.ts'

/** Money that is formatted already, 'Rs. 1,240.00': its "Rs." stays in the text, and is quiet. Inside a filled control it takes that control's colour. */
export function Money({ text, className }: { text: string; className?: string }) {
  const [, sign = '', unit, amount] = /^([-−–]?\s*)(Rs\.)\s*(.*)$/.exec(text) ?? []
  if (!unit) return <span className={cx('num', className)}>{text}</span>
  return (
    <span className={cx('num', className)}>
      {sign}
      <span className="text-[0.78em] font-normal tracking-normal text-(--money-unit,var(--text-muted))">{unit}</span> {amount}
    </span>
  )
}

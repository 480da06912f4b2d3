import { cx } from './cx.ts'

/** Formatted money, 'Rs. 1,240.00', with a muted "Rs." (inside a filled control it has that control's colour). */
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

import { ArrowLeft, ArrowRight, Check } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { deviceDates } from '#web/core/dates.ts'
import { to } from '#web/core/to.ts'
import { FormBody } from '#web/app/form/shells.tsx'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Breaks } from '#web/shared/email/Breaks.tsx'
import './onboarding.css'
import type { Area } from './progress.ts'
import { REVIEW, type Signup } from './useSignup.ts'

export type Step = { label: string; note: string; title: string; explains: string }

export const Brand = () => (
  <p className="flex items-center gap-2.5 text-18 font-bold">
    <span aria-hidden="true" className="grid size-8 place-items-center rounded-control bg-primary text-16 text-on-primary">
      T
    </span>
    Tawa
  </p>
)

/** The bar above the pages of sign-up; `children` are at its end. */
export function TopBar({ children }: { children?: ReactNode }) {
  return (
    <header className="sticky top-0 z-10 flex min-h-14 flex-wrap items-center gap-x-4 border-b border-hairline bg-surface px-4 sm:px-6">
      <Brand />
      <div className="ml-auto flex items-center gap-4 text-14">{children}</div>
    </header>
  )
}

/** A step of a sign-up: the list of steps at the side, the step's fields in a card 560 wide (SCREENS §6.19), Back and Continue below them. */
export function SignupFrame({
  area,
  signup,
  steps,
  submitLabel,
  onBack,
  children,
}: {
  area: Area
  signup: Signup
  steps: readonly Step[]
  /** Label of the last step's button; the other steps continue to the next one. */
  submitLabel: string
  onBack?: () => void
  children: ReactNode
}) {
  const { form, step, goTo, savedAt } = signup
  const { title, explains } = steps[step] ?? { title: '', explains: '' }
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    window.scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }, [step])
  const before = steps[step - 1]
  const next = steps[step + 1]
  return (
    <div className="flex min-h-dvh flex-col">
      <TopBar>
        <span role="status" className="signup-saved num flex items-center gap-1.5 text-12 text-muted">
          {savedAt ? (
            <>
              <Check className="size-4!" aria-hidden="true" />
              Saved on this device {deviceDates().clock(savedAt)}
            </>
          ) : null}
        </span>
        <Link to={to.login(area)} className="rounded-control py-2.5 font-semibold hover:underline">
          Finish later
        </Link>
      </TopBar>
      <div className="signup">
        <ol aria-label="Steps of the sign-up" className="signup-steps">
          {steps.map((one, n) => (
            <StepMark key={one.label} n={n} step={step} {...one} onOpen={n < step ? () => goTo(n) : undefined} />
          ))}
        </ol>
        <main className="min-w-0 rounded-card border border-hairline bg-surface">
          <div className="grid grid-cols-1 gap-6 p-4 sm:p-6">
            <div>
              <h1 ref={heading} tabIndex={-1} className="text-24 font-bold outline-none">
                {title}
              </h1>
              <p className="text-14 text-muted">
                Step {step + 1} of {steps.length}. {explains}
              </p>
            </div>
            <FormBody key={step} form={form} className="grid grid-cols-1 gap-5">
              {children}
            </FormBody>
          </div>
          <footer className="flex flex-wrap items-center justify-between gap-3 border-t border-hairline px-5 py-3 sm:px-6">
            {before ? (
              <Button variant="quiet" size={44} icon={<ArrowLeft />} className="-ml-4" onClick={onBack ?? (() => goTo(step - 1))}>
                {before.label}
              </Button>
            ) : (
              <Link to={to.login(area)} className="link py-2.5 text-14">
                I have an account
              </Link>
            )}
            <Button
              type="submit"
              form={form.id}
              variant="primary"
              size={44}
              className="max-sm:grow"
              loading={form.saving}
              disabledReason={form.blocked}
              iconEnd={step === REVIEW ? undefined : <ArrowRight />}
            >
              {step === REVIEW ? submitLabel : `Continue to ${next?.label.toLowerCase() ?? ''}`}
            </Button>
            {form.blocked ? (
              <p role="status" className="basis-full text-14 text-muted">
                {form.blocked}
              </p>
            ) : null}
          </footer>
        </main>
      </div>
    </div>
  )
}

/** A step in the list: done ones can be opened again. */
function StepMark({ n, step, label, note, onOpen }: Step & { n: number; step: number; onOpen: (() => void) | undefined }) {
  const isNow = n === step
  const body = (
    <>
      <span
        aria-hidden="true"
        className={cx(
          'grid size-6 flex-none place-items-center rounded-full border text-12 font-bold',
          isNow ? 'border-primary bg-primary text-on-primary' : n < step ? 'border-success text-success' : 'border-border text-muted',
        )}
      >
        {n < step ? <Check className="size-4!" /> : n + 1}
      </span>
      <span className="min-w-0">
        <span className={cx('block text-14', isNow ? 'font-semibold' : 'text-muted')}>{label}</span>
        <span className="block text-12 text-muted [overflow-wrap:anywhere]">
          <Breaks>{note}</Breaks>
        </span>
      </span>
      {n < step ? <span className="sr-only">, done</span> : null}
    </>
  )
  const look = 'signup-step'
  return (
    <li aria-current={isNow ? 'step' : undefined}>
      {onOpen ? (
        <button type="button" className={cx(look, 'rounded-control hover:bg-raised')} onClick={onOpen}>
          {body}
        </button>
      ) : (
        <span className={look}>{body}</span>
      )}
    </li>
  )
}

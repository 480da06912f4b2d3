import { type ReactNode, use } from 'react'
import type { FieldValues } from 'react-hook-form'
import { plural } from '#domain/text.ts'
import { useShortcuts } from '#web/app/shortcuts.tsx'
import { Banner } from '#web/ui/Banner.tsx'
import { Button, type ButtonSize, type ButtonVariant } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { cx } from '#web/ui/cx.ts'
import { Dialog, Sheet } from '#web/ui/Dialog.tsx'
import { Drawer } from '#web/ui/Drawer.tsx'
import type { ControlSize } from '#web/ui/Input.tsx'
import { FormLookProvider } from './Bound.tsx'
import { useUnsavedGuard } from './guard.ts'
import { Gone } from './Kept.tsx'
import type { Form } from './useForm.ts'

type AnyForm<V extends FieldValues> = { form: Form<V> }

/** The form element itself, with the server's message above its fields. For a place that is no page, sheet or dialog. */
export function FormBody<V extends FieldValues>({
  form,
  size = 44,
  showEdited = false,
  className = 'grid gap-4',
  children,
}: AnyForm<V> & { size?: ControlSize; showEdited?: boolean; className?: string; children: ReactNode }) {
  return (
    <FormLookProvider value={{ size, showEdited }}>
      <form id={form.id} noValidate className={className} onSubmit={(event) => void form.submit(event)}>
        {form.message ? <Banner tone="danger">{form.message}</Banner> : null}
        {children}
      </form>
    </FormLookProvider>
  )
}

/** Sends the form, or says why it can't be sent. It may stand outside of the form element. */
export function SubmitButton<V extends FieldValues>({
  form,
  children = 'Save',
  size = 44,
  variant = 'primary',
  full,
  kbd,
  disabledReason,
  className,
}: AnyForm<V> & {
  children?: ReactNode
  size?: ButtonSize
  variant?: ButtonVariant
  full?: boolean
  kbd?: string
  disabledReason?: string | null
  className?: string
}) {
  return (
    <Button
      type="submit"
      form={form.id}
      variant={variant}
      size={size}
      full={full}
      kbd={kbd}
      loading={form.saving}
      disabledReason={form.blocked ?? disabledReason}
      className={className}
    >
      {children}
    </Button>
  )
}

/** Why Save can't be pressed, as visible text, because touch screens don't show tooltips. */
export function Blocked<V extends FieldValues>({ form }: AnyForm<V>) {
  if (use(Gone)) return <Banner tone="warning">{form.blocked}</Banner>
  return form.blocked ? (
    <p role="status" className="text-14 text-muted">
      {form.blocked}
    </p>
  ) : null
}

/** Fields that belong together, in a card with a heading: in two columns where there is room, a field with `col-span-full` over both. */
export function FormSection({ title, note, children }: { title: string; note?: ReactNode; children: ReactNode }) {
  return (
    <Card title={title} note={note} padded className="@container">
      <div className="grid gap-4 @md:grid-cols-2">{children}</div>
    </Card>
  )
}

type FormPageProps<V extends FieldValues> = AnyForm<V> & {
  /** Above and below the form, as wide as its fields: what is saved at once, such as an AutoSwitch. */
  above?: ReactNode
  below?: ReactNode
  /** Beside the fields where there is room for both, else below them: a preview. */
  aside?: ReactNode
  /** The address's search keeps it open, so that a change of the search leaves it. */
  inSearch?: boolean
  children: ReactNode
}

/** A page that is one form: fields 640 wide, a bar with Save that stays in view and counts what is not saved. Ctrl or Cmd+S saves too. */
export function FormPage<V extends FieldValues>({ form, above, below, aside, inSearch, children }: FormPageProps<V>) {
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex flex-1 flex-wrap content-start items-start gap-6 p-4 pb-8 sm:p-6">
        <div className="grid max-w-160 min-w-0 flex-[2_1_24rem] gap-4">
          {above}
          <FormBody form={form} size={32} showEdited className="grid min-w-0 gap-4">
            {children}
          </FormBody>
          {below}
        </div>
        {aside ? <aside className="grid max-w-160 min-w-0 flex-[1_1_17rem] gap-4 md:sticky md:top-6">{aside}</aside> : null}
      </div>
      <SaveBar form={form} inSearch={inSearch} />
    </div>
  )
}

/**
 * The bar of a page that is one form: how much is not saved, Discard and Save; Ctrl or Cmd+S saves too, and leaving with unsaved changes asks. `note`: what
 * saving means, after the count.
 */
export function SaveBar<V extends FieldValues>({ form, note, inSearch = false }: AnyForm<V> & { note?: ReactNode; inSearch?: boolean }) {
  useUnsavedGuard(form.isDirty, { overlay: inSearch })
  useShortcuts({ 'Mod+s': { label: 'Save', run: (event) => (event.preventDefault(), form.isDirty() ? void form.submit() : undefined) } })
  const n = form.changes
  // An image on its way counts too, although no field has changed yet: `Blocked` says so, and Discard stops it.
  const dirty = n > 0 || form.isDirty()
  return (
    <div className="sticky bottom-0 z-10 flex min-h-14 flex-none flex-wrap items-center gap-x-3 gap-y-2 border-t border-hairline bg-surface px-4 py-2.5 sm:px-6">
      <p role="status" className={cx('min-w-0 flex-1 basis-32 text-14', n > 0 ? 'font-semibold' : 'text-muted')}>
        {n > 0 ? plural(n, 'unsaved change') : dirty ? null : 'No unsaved changes'}
      </p>
      {n > 0 ? note : null}
      <Blocked form={form} />
      {dirty ? (
        <Button variant="quiet" size={40} onClick={form.discard}>
          Discard
        </Button>
      ) : null}
      <SubmitButton form={form} size={40} kbd="Ctrl S" disabledReason={n === 0 ? 'There is nothing to save' : null} />
    </div>
  )
}

type Overlay<V extends FieldValues> = AnyForm<V> & {
  title: ReactNode
  description?: ReactNode
  submitLabel?: string
  submitSize?: ButtonSize
  size?: ControlSize
  /** Before Save: what else can be done here. */
  footerStart?: ReactNode
  onClose: () => void
  /** False to close without asking about unsaved input. */
  guard?: boolean
  children: ReactNode
}

/** For the `onOpenChange` of an overlay: closing asks first when something would be lost, and waits while the form is being sent. */
export function useClosing<V extends FieldValues>({ form, guard = true, onClose }: Pick<Overlay<V>, 'form' | 'guard' | 'onClose'>) {
  const mayClose = useUnsavedGuard(form.isDirty, { on: guard, overlay: true })
  return (open: boolean) => {
    if (open || form.saving) return
    void mayClose().then((yes) => (yes ? onClose() : undefined))
  }
}

/** Shared by sheet and dialog: the frame with the form in it, and the parts of the footer, which each of them arranges. */
function useOverlay<V extends FieldValues>(props: Overlay<V>) {
  const { form, title, description, submitLabel = 'Save', submitSize = 48, size, children } = props
  const body = (
    <FormBody form={form} size={size}>
      {children}
    </FormBody>
  )
  return {
    frame: { open: true, onOpenChange: useClosing(props), title, description, children: body },
    blocked: <Blocked form={form} />,
    submit: { form, size: submitSize, children: submitLabel },
  }
}

/**
 * A form in a sheet: from the bottom of a phone, from the right otherwise. `beside`: in a panel beside the page, which stays in view and can be used; for
 * wide windows only.
 */
export function FormSheet<V extends FieldValues>({ beside = false, ...props }: Overlay<V> & { beside?: boolean }) {
  const { frame, blocked, submit } = useOverlay(props)
  const footer = (
    <div className="grid w-full gap-2">
      {blocked}
      <div className="flex gap-3">
        {props.footerStart}
        <SubmitButton {...submit} full className="min-w-0 flex-1" />
      </div>
    </div>
  )
  if (!beside) return <Sheet {...frame} footer={footer} />
  return (
    <Drawer
      title={<span className="text-18 [overflow-wrap:anywhere]">{frame.title}</span>}
      subtitle={frame.description}
      onClose={() => frame.onOpenChange(false)}
      bodyClassName="px-4 py-3"
      footer={footer}
      className="xl:w-94"
    >
      {frame.children}
    </Drawer>
  )
}

/** A small form in a dialog. */
export function FormDialog<V extends FieldValues>({ width = 'sm', ...props }: Overlay<V> & { width?: 'sm' | 'md' | 'lg' }) {
  const { frame, blocked, submit } = useOverlay(props)
  return (
    <Dialog
      {...frame}
      size={width}
      footer={
        <>
          {props.footerStart}
          {blocked}
          <SubmitButton {...submit} />
        </>
      }
    />
  )
}

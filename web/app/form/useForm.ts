import { use, useEffect, useId, useRef, useState, type SyntheticEvent } from 'react'
import {
  type Control,
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  get,
  useForm as useReactHookForm,
  type UseFormReturn,
  useWatch,
} from 'react-hook-form'
import type { Api, Call, CallerBody, CallerParams, CallerQuery } from '#domain/api/index.ts'
import { MESSAGES } from '#domain/messages.ts'
import { type Answer, ApiError, messageOf } from '#web/core/api.ts'
import { formOpened, leavesOpen } from '#web/core/attempt.ts'
import { equal } from '#web/core/equal.ts'
import { nearestField, refusalOf, renamed } from '#web/core/fields.ts'
import { REFUSALS, useMay } from '#web/core/may.ts'
import { useOnline } from '#web/core/online.ts'
import { restaurantIdNow } from '#web/core/session.ts'
import { takeTyped, whileTyping } from '#web/core/typed.ts'
import { type CommandInput, useCommand } from '#web/core/query.ts'
import { useCountdown } from '#web/app/QueryError.tsx'
import { Gone } from './Kept.tsx'

/**
 * The only way a form is written. A form holds its values, sends them once for every Save, and shows what the server says: a 422 beside its fields, the
 * rest above; the first field in error takes the focus. The shells (shells.tsx) give it its frame and its buttons, the fields (fields.tsx) its controls.
 */
export type Form<V extends FieldValues> = {
  /** Of the form element, for a submit button outside of it. */
  id: string
  control: Control<V>
  values: V
  setValue: UseFormReturn<V>['setValue']
  focus: UseFormReturn<V>['setFocus']
  submit: (event?: SyntheticEvent) => Promise<void>
  saving: boolean
  /** Why it can't be sent now: what it edits is gone, the role, the connection, a rate limit. */
  blocked: string | null
  /** Seconds that a rate limit still lasts. */
  wait: number
  /** Something is on its way into the form: blocks sending for this reason until the returned function is called. It counts as typed; `stop` ends it when it is discarded. */
  hold: (reason: string, stop?: () => void) => () => void
  /** The server's message that belongs to no field. */
  message: string | null
  /** How many of the top-level values differ from what was saved last. */
  changes: number
  isChanged: (name: string) => boolean
  /** The same as `changes > 0`, but current also inside a callback. */
  isDirty: () => boolean
  discard: () => void
  /** How often the changes were discarded. */
  discards: number
  /** Shows a refusal beside the fields on the screen. A form in steps calls it after it has gone to the step of the field. */
  refuse: (failure: unknown) => void
  /** What another device changed while this form was open, by field: the value it has there. */
  theirs: Readonly<Record<string, unknown>>
}

type Hold = { reason: string; stop: (() => void) | undefined }

type FormOptions<V extends FieldValues, A> = {
  /** What is edited, as the form's values. When another state arrives, fields that were not touched follow it. */
  defaults: V
  /**
   * `version` is the newest this form has seen, `saved` the newest state, from which `values` differ in what the person changed. Commands keep their own
   * Idempotency-Key (core/attempt.ts).
   */
  send: (values: V, version: number | undefined, saved: V) => Promise<A>
  onSaved?: (answer: A, values: V) => unknown
  /** Handles a refusal in the page: return true if the page shows it, or a text to show above the form. */
  onRefused?: (error: unknown) => boolean | string | void
  /** The form's name for a path of the body, or for the beginning of one, where the names differ. */
  fieldOf?: Readonly<Record<string, FieldPath<V>>>
  /** The field beside which a refusal without one stands, by the refusal's code: `{ duplicate: 'code' }`. */
  refusals?: Readonly<Record<string, FieldPath<V>>>
  /** Names what is edited, where the form stays open and turns to something else: it starts anew with that one's `defaults`. */
  edits?: string
  /** Of the resource that is edited, when it has one. */
  version?: number
  /** Reads the newer state from a 409. */
  newest?: (details: Record<string, unknown>) => { version: number; defaults: V } | null
  /** Why it can't be sent, besides the connection and a rate limit. */
  refusal?: string | null
  /** What Save says while offline; 'allowed' where sending needs no connection. */
  offline?: string
  /** Names what is edited: what was typed when the session ended stands here again for the same person (core/typed.ts), except passwords. */
  keptAs?: string | undefined
  /** Fields that are not kept: a count that sales change meanwhile, an image. */
  notKept?: readonly FieldPath<V>[]
}

/** A form with its own way of sending. For one call of the contract `useCallForm` is shorter. */
export function useForm<V extends FieldValues, A>(options: FormOptions<V, A>): Form<V> {
  const {
    defaults,
    send,
    onSaved,
    onRefused,
    fieldOf = {},
    refusals = {},
    newest,
    refusal = null,
    offline = REFUSALS.offline,
    keptAs,
    notKept = [],
  } = options
  const id = useId()
  const [kept] = useState(() => (keptAs ? takeTyped<{ values: V; saved: V }>(keptAs) : null))
  const hook = useReactHookForm<V>({ defaultValues: { ...defaults, ...kept?.values } as DefaultValues<V>, shouldFocusError: false })
  const values = useWatch({ control: hook.control }) as V
  // Of what comes back: the state over which it was typed. What another device has changed since then follows.
  const [saved, setSaved] = useState<V>({ ...defaults, ...kept?.saved })
  const savedNow = useRef(saved)
  const [theirs, setTheirs] = useState<Record<string, unknown>>({})
  const [message, setMessage] = useState<string | null>(null)
  const [saving, setSaving] = useState(false)
  const [waitUntil, setWaitUntil] = useState<number | null>(null)
  const busy = useRef(false)
  // It may be saved already. If it came back after signing in, it would be sent under a new key, and something new would be there twice.
  const unanswered = useRef(false)
  const left = useRef<readonly string[]>(notKept)
  const [holds, setHolds] = useState<readonly Hold[]>([])
  const holding = useRef(new Set<Hold>())
  const showHolds = () => setHolds([...holding.current])
  const version = useRef(options.version)
  const wait = useCountdown(waitUntil)
  const gone = use(Gone)
  const online = useOnline()
  const [failures, setFailures] = useState(0)
  const [discards, setDiscards] = useState(0)
  useFocusOnError(id, failures)

  useEffect(() => {
    if (!keptAs) return undefined
    const mayBeKept = (all: V) =>
      Object.fromEntries(Object.entries(all).filter(([name]) => !/password/i.test(name) && !left.current.includes(name)))
    return whileTyping(keptAs, () => {
      const [typed, before] = [mayBeKept(hook.getValues()), mayBeKept(savedNow.current)]
      return !unanswered.current && differs(typed, before) ? { values: typed, saved: before } : null
    })
  }, [keptAs, hook])

  const keep = (now: V) => {
    savedNow.current = now
    setSaved(now)
  }

  function discard() {
    for (const { stop } of holding.current) stop?.()
    hook.reset(savedNow.current as DefaultValues<V>)
    setMessage(null)
    setTheirs({})
    setDiscards((n) => n + 1)
  }

  /** A newer state of what is edited: untouched fields follow it, typed values stay, and both are marked. */
  function follow(newer: V, mark: boolean) {
    const before = savedNow.current
    const marks: Record<string, unknown> = {}
    for (const name of Object.keys(newer) as FieldPath<V>[]) {
      if (equal(newer[name], before[name])) continue
      const own = hook.getValues(name)
      const touched = !equal(own, before[name])
      if (!touched) hook.setValue(name, newer[name])
      if (touched ? !equal(own, newer[name]) : mark) marks[name] = newer[name]
    }
    keep(newer)
    setTheirs((old) => ({ ...old, ...marks }))
    return Object.keys(marks).length > 0
  }

  // The resource changed by an event or a fetch. After this form's own save it is the saved state, not a change by another device.
  const given = useRef(saved)
  const ownSave = useRef(false)
  const editing = useRef(options.edits)
  useEffect(() => {
    if (editing.current !== options.edits) {
      editing.current = options.edits
      version.current = options.version
      given.current = defaults
      keep(defaults)
      return discard()
    }
    // Older than what a 409 has brought.
    const stale = options.version !== undefined && version.current !== undefined && options.version < version.current
    if (!stale) version.current = options.version
    if (equal(given.current, defaults)) return
    given.current = defaults
    if (stale) return
    follow(defaults, !ownSave.current)
    ownSave.current = false
  })

  function refuse(failure: unknown) {
    setFailures((n) => n + 1)
    if (failure instanceof ApiError && failure.status === 429 && failure.retryAfter) setWaitUntil(Date.now() + failure.retryAfter * 1000)
    const shown = onRefused?.(failure)
    if (shown) return setMessage(typeof shown === 'string' ? shown : null)
    const newer = failure instanceof ApiError && failure.status === 409 ? newest?.(failure.details) : null
    if (newer) {
      version.current = newer.version
      const marked = follow(newer.defaults, true)
      return setMessage(
        `${MESSAGES.changedElsewhere}. What you typed is still here: ${marked ? 'look at the marked fields, then ' : ''}save again.`,
      )
    }
    const about = failure instanceof ApiError ? refusals[failure.code] : undefined
    const names = shownFields(hook.control)
    if (about && names.has(about)) return hook.setError(about, { message: messageOf(failure) })
    const { beside, above } = refusalOf(failure, (path) => nearestField(renamed(path, fieldOf), names))
    const lists = hook.control._names.array
    // Lists of rows last, so that react-hook-form keeps the errors of the rows as a list, which it moves with them.
    for (const last of [false, true])
      for (const { name, message: text } of beside)
        if (lists.has(name) === last) hook.setError((last ? `${name}.root` : name) as FieldPath<V>, { message: text })
    setMessage(above)
  }

  async function run(sent: V) {
    setMessage(null)
    try {
      const answer = await send(sent, version.current, savedNow.current)
      unanswered.current = false
      // The event may have told it before the answer.
      ownSave.current = !equal(given.current, sent)
      keep(sent)
      setTheirs({})
      await onSaved?.(answer, sent)
    } catch (error) {
      unanswered.current = leavesOpen(error)
      refuse(error)
    }
  }

  const blocked =
    gone ?? refusal ?? holds[0]?.reason ?? (online || offline === 'allowed' ? (wait > 0 ? `Try again in ${wait} s` : null) : offline)

  async function submit(event?: SyntheticEvent) {
    event?.preventDefault()
    // A sheet's form is a child of the page's form for React, though not in the document.
    event?.stopPropagation()
    if (busy.current || blocked) return
    busy.current = true
    setSaving(true)
    try {
      // Including errors of fields that are gone, which nothing else would remove.
      hook.clearErrors()
      await hook.handleSubmit(run, () => setFailures((n) => n + 1))()
    } finally {
      busy.current = false
      setSaving(false)
    }
  }

  const isChanged = (name: string) => !equal(get(values, name), get(saved, name))
  return {
    id,
    control: hook.control,
    values,
    setValue: hook.setValue,
    focus: hook.setFocus,
    submit,
    saving,
    blocked,
    wait,
    hold: (reason, stop) => {
      const held = { reason, stop }
      holding.current.add(held)
      showHolds()
      return () => {
        holding.current.delete(held)
        showHolds()
      }
    },
    message,
    changes: Object.keys(saved).filter(isChanged).length,
    isChanged,
    isDirty: () => holding.current.size > 0 || differs(hook.getValues(), savedNow.current),
    discard,
    discards,
    refuse,
    theirs,
  }
}

/** Whether a value of what is edited was changed. The values of what is gone from it, such as the price of a deleted dish, stay in the form and don't count. */
const differs = (values: FieldValues, saved: FieldValues): boolean =>
  Object.keys(saved).some((name) => !equal(get(values, name), get(saved, name)))

/** The fields on the screen; not those of a removed row, or of an option that is hidden now. A list of rows is one of them. */
function shownFields<V extends FieldValues>({ _names, _fields }: Control<V>): Set<FieldPath<V>> {
  const isShown = (name: string) => Boolean((get(_fields, name) as { _f?: { mount?: boolean } } | undefined)?._f?.mount)
  return new Set(([..._names.mount] as FieldPath<V>[]).filter(isShown))
}

/** After a refusal the first field in error takes the focus, in the order of the screen. */
function useFocusOnError(id: string, failures: number) {
  useEffect(() => {
    if (failures === 0) return
    const field = document.getElementById(id)?.querySelector('[data-invalid]')
    const control =
      field?.querySelector<HTMLElement>('[aria-invalid=true]') ?? field?.querySelector<HTMLElement>('input, select, textarea, button')
    control?.focus()
    // Focusing a field that already has the focus doesn't scroll, and its new error may be hidden behind the bar with Save on a phone.
    field?.scrollIntoView?.({ block: 'nearest' })
  }, [id, failures])
}

type Params<K extends Call> = ([CallerParams<Api, K>] extends [undefined] ? unknown : { params: CallerParams<Api, K> }) &
  ([CallerQuery<Api, K>] extends [undefined] ? unknown : { query: CallerQuery<Api, K> })

type CallFormOptions<K extends Call, V extends FieldValues> = Omit<FormOptions<V, Answer<K>>, 'send'> & {
  call: K
  /** The body of the call. `version` is the newest the form has seen, for resources that carry one, and `saved` the newest state. */
  toBody: (values: V, version: number | undefined, saved: V) => CallerBody<Api, K>
  /**
   * For a call that leaves a field as it is when the body doesn't have it: fields that the person didn't change are not sent, so that what another device
   * changed meanwhile stays. A list names the parts of the body that the call changes key by key (`['kotSettings']`): of these only the changed keys are sent,
   * and an error of `kotSettings.warnMinutes` belongs to the field `warnMinutes`, if `fieldOf` doesn't say otherwise.
   */
  onlyChanges?: boolean | readonly string[]
  /** Fields that mean something only together: when one of them was changed, all are sent. */
  together?: readonly FieldPath<V>[]
  /** Reading calls whose answers are out of date after this. */
  invalidates?: readonly Call[]
  /**
   * The address names what is edited, also the sheet that it stands in: what was typed when the session ended stands there again (`keptAs`). Elsewhere another
   * thing's sheet could get it.
   */
  kept?: boolean
} & Params<K>

/**
 * A form that makes one call of the contract, or one of two: `call: offer ? 'PUT …' : 'POST …'`. A person who may not make it finds Save disabled, with the
 * reason.
 */
export function useCallForm<K extends Call, V extends FieldValues>(options: CallFormOptions<K, V>): Form<V> {
  const { call, toBody, onlyChanges, together = [], invalidates, kept, ...rest } = options
  const command = useCommand(call, { quiet: true, invalidates })
  const may = useMay(call)
  useEffect(() => formOpened(call), [call])
  const parts = Array.isArray(onlyChanges) ? (onlyChanges as readonly string[]) : []
  const names = Object.keys(rest.defaults) as FieldPath<V>[]
  return useForm<V, Answer<K>>({
    keptAs: kept ? `${restaurantIdNow()} ${location.pathname}${location.search} ${call}` : undefined,
    ...rest,
    fieldOf: { ...Object.fromEntries(parts.flatMap((part) => names.map((name) => [`${part}.${name}`, name]))), ...rest.fieldOf },
    refusal: rest.refusal ?? (may.ok ? null : may.why),
    send: (values, version, saved) => {
      const body = toBody(values, version, saved)
      return command.mutateAsync({
        ...('params' in options ? { params: options.params } : null),
        ...('query' in options ? { query: options.query } : null),
        body: onlyChanges
          ? withoutUnchanged(body as Body, toBody(saved, version, saved) as Body, { fields: saved, parts, together })
          : body,
      } as unknown as CommandInput<K>)
    },
  })
}

type Body = Record<string, unknown>
type Pruning = Record<'parts' | 'together', readonly string[]> & { fields: object }

/** A body without the form's fields, and the keys of `parts`, that are the same in both bodies. Anything else, such as an `_id`, stays. */
function withoutUnchanged(body: Body, before: Body, { fields, parts, together }: Pruning): Body {
  const same = (name: string) => equal(body[name], before[name])
  const kept = together.every(same) ? [] : together
  const differing = (now: Body, then: Body) => Object.entries(now).filter(([key, value]) => !equal(value, then[key]))
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) => {
      if (!parts.includes(name)) return name in fields && same(name) && !kept.includes(name) ? [] : [[name, value]]
      const changed = differing(value as Body, before[name] as Body)
      return changed.length === 0 ? [] : [[name, Object.fromEntries(changed)]]
    }),
  )
}

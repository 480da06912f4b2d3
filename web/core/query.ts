import { QueryClient, queryOptions, useMutation, type UseMutationResult, useQueryClient } from '@tanstack/react-query'
import { type Answer, ApiError, type Call, type Input, messageOf, request, wasShown } from './api.ts'
import { command } from './attempt.ts'
import { isAnswered, keptAnswer } from './kept.ts'
import { absorb, reconcile } from './liveCache.ts'
import { say } from './say.ts'

/** SPEC §9: fresh for 5 minutes, one retry, no refetch on focus. A refusal (4xx) is not retried. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 300_000,
      gcTime: 30 * 60_000,
      retry: (failures, error) => failures < 1 && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
      refetchOnWindowFocus: false,
      // Offline a query fails with a message instead of waiting; commands are never queued (SCREENS G5).
      networkMode: 'always',
    },
    mutations: { retry: 0, networkMode: 'always' },
  },
})

type QueryInput<K extends Call> = Record<never, never> extends Input<K> ? [Input<K>?] : [Input<K>]

/** The query of a reading call, for pages and loaders. Its key is `[address, input]`. Without a network some calls return their last answer (kept.ts). */
export function apiQuery<K extends Call>(address: K, ...rest: QueryInput<K>) {
  const input = (rest[0] ?? {}) as Input<K>
  const queryKey = [address, input] as const
  return queryOptions({
    queryKey,
    queryFn: async ({ signal, client, meta }): Promise<Answer<K>> => {
      try {
        // `meta.quiet`: a prefetch. The page repeats the query and reports its failure.
        const answer = await request(address, { ...(input as object), signal, quiet: meta?.quiet === true })
        isAnswered(queryKey)
        return reconcile(client, address, answer) as Answer<K>
      } catch (error) {
        const kept = await keptAnswer(client, queryKey, error)
        if (kept === undefined) throw error
        return kept as Answer<K>
      }
    },
  })
}

/** With an `idempotencyKey` the caller itself decides what repeats what. */
export type CommandInput<K extends Call> = Input<K> & { idempotencyKey?: string }
type CommandOptions<K extends Call> = {
  onSuccess?: (answer: Answer<K>, input: CommandInput<K>) => unknown
  /** Returns true when the page shows the error itself. */
  onError?: (error: ApiError, input: CommandInput<K>) => boolean | void
  /** Shows no snackbar at all. */
  quiet?: boolean
  /** Reading calls whose answers are out of date after this. */
  invalidates?: readonly Call[]
  /** The same, but the command ends only when they were fetched again, so that a switch goes straight from the state being saved to the saved one. */
  refreshes?: readonly Call[]
  /** It removes what its input names: after a 404 (`isGone`) the lists are out of date as well, because another device, or this one, has removed it. */
  removes?: boolean
}

/** What a call was to remove, or to change, is not there any more. */
export const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404

/**
 * A writing call. Unhandled errors show a snackbar; the resources in its answer (also the current one in a 409) go to the cache at once.
 * Each action has its own Idempotency-Key. `mutate` with an equal input repeats it after a failure where the action may have happened, also from another
 * button or a reopened form (attempt.ts).
 */
export function useCommand<K extends Call>(
  address: K,
  { onSuccess, onError, quiet = false, invalidates = [], refreshes = [], removes = false }: CommandOptions<K> = {},
): UseMutationResult<Answer<K>, ApiError, CommandInput<K>> {
  const client = useQueryClient()
  const askAgain = (other: Call) => client.invalidateQueries({ queryKey: [other] })
  return useMutation<Answer<K>, ApiError, CommandInput<K>>({
    mutationKey: [address],
    mutationFn: async (input) => {
      const { idempotencyKey, ...asked } = (input ?? {}) as CommandInput<K> & { idempotencyKey?: string }
      if (idempotencyKey) return (await request(address, { ...asked, idempotencyKey })) as Answer<K>
      return command(address, asked as unknown as Input<K>)
    },
    onSuccess: (answer, input) => {
      absorb(client, answer)
      for (const other of invalidates) void askAgain(other)
      return Promise.all([...refreshes.map(askAgain), onSuccess?.(answer, input)])
    },
    onError: (error, input) => {
      if (error instanceof ApiError && error.status === 409) absorb(client, error.details)
      if (removes && isGone(error)) for (const other of [...invalidates, ...refreshes]) void askAgain(other)
      if (onError?.(error, input) || quiet || wasShown(error)) return
      say.error(messageOf(error), { id: `${address}` })
    },
  })
}

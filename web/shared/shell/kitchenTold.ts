import type { Kot } from '#domain/api/order.ts'
import { useCommand } from '#web/core/query.ts'
import { setUnseenKots } from '#web/core/unseenKots.ts'

/** Confirms that the kitchen was told of tickets that no kitchen screen shows: they leave the rail on every device. */
export function useTellKitchen() {
  const tell = useCommand('POST /kot/acknowledge', { onSuccess: ({ unseenKots }) => setUnseenKots(unseenKots) })
  return {
    isPending: tell.isPending,
    run: (kots: readonly Kot[]) => tell.mutate({ body: { by: 'person', tickets: kots.map(({ kotId }) => ({ kotId })) } }),
  }
}

import type { MenuItemShape } from '#domain/api/menu/menu.ts'
import { undoable } from '#web/app/feedback/confirm.tsx'
import { useCommand } from '#web/core/query.ts'

/** Marks a dish sold out or back on sale, with Undo; a failure is shown. */
export function useSoldOut() {
  const command = useCommand('PATCH /menus/item/:id/availability', { quiet: true })
  return {
    pending: command.isPending,
    setAvailable(item: Pick<MenuItemShape, '_id' | 'name'>, available: boolean) {
      const put = (value: boolean) => command.mutateAsync({ params: { id: item._id }, body: { available: value } })
      void undoable({
        label: available ? `${item.name} is back on sale` : `${item.name} is sold out`,
        id: `available:${item._id}`,
        do: () => put(available),
        undo: () => put(!available),
      })
    },
  }
}

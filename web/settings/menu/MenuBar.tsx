import { ArrowUpDown, Download, Ellipsis, FolderPlus, Plus, Upload } from 'lucide-react'
import type { RefObject } from 'react'
import { plural } from '#domain/text.ts'
import { showError } from '#web/app/feedback/snack.tsx'
import { download } from '#web/app/list/download.ts'
import { call } from '#web/core/api.ts'
import { useDates } from '#web/core/dates.ts'
import { useMay } from '#web/core/may.ts'
import { type Store, useStore } from '#web/core/store.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { SearchInput } from '#web/ui/Input.tsx'
import { Menu } from '#web/ui/Menu.tsx'

type MenuBarProps = {
  categories: number
  items: number
  soldOut: number
  /** The text in the search field. */
  typed: Store<string>
  onSearch: (text: string) => void
  searchField: RefObject<HTMLInputElement | null>
  onImport: () => void
  onOrder: () => void
  onAddCategory: () => void
  onAddItem: () => void
}

/** The bar above the menu: how many dishes there are, the search, and actions for the whole menu. */
export function MenuBar({ categories, items, soldOut, typed, onSearch, searchField, ...press }: MenuBarProps) {
  const mayOrder = useMay('PUT /menus/order')
  return (
    <div className="sticky top-0 z-10 flex flex-wrap items-center gap-2 border-b border-hairline bg-bg px-3 py-2 sm:px-4 low:static">
      <p className="min-w-0 flex-1 basis-32 text-14 text-muted max-sm:sr-only">
        {plural(items, 'item')}, {soldOut} sold out
      </p>
      <div className="min-w-0 basis-56 max-sm:order-1 max-sm:basis-full">
        <Search typed={typed} onSearch={onSearch} searchField={searchField} label={`Search ${plural(items, 'item')}`} />
      </div>
      <MoreForMenu onImport={press.onImport} />
      <IconButton
        size={32}
        variant="outline"
        label="Order of the menu"
        icon={<ArrowUpDown />}
        disabledReason={!mayOrder.ok ? mayOrder.why : categories === 0 ? 'Add a category first' : null}
        onClick={press.onOrder}
      />
      <Button size={32} icon={<FolderPlus />} onClick={press.onAddCategory}>
        Category
      </Button>
      <Button size={32} icon={<Plus />} disabledReason={categories === 0 ? 'Add a category first' : null} onClick={press.onAddItem}>
        Item
      </Button>
    </div>
  )
}

function Search({ typed, onSearch, searchField, label }: Pick<MenuBarProps, 'typed' | 'onSearch' | 'searchField'> & { label: string }) {
  return <SearchInput ref={searchField} size={32} label={label} kbd="/" maxLength={40} value={useStore(typed)} onChange={onSearch} />
}

function MoreForMenu({ onImport }: { onImport: () => void }) {
  const dates = useDates()
  const save = () => call('GET /menus/export').then((csv) => download(`menu-${dates.date(Date.now())}.csv`, csv), showError)
  return (
    <Menu
      size={36}
      trigger={<IconButton size={32} variant="outline" label="More for the menu" icon={<Ellipsis />} />}
      items={[
        { label: 'Import CSV', icon: <Upload />, onSelect: onImport },
        { label: 'Export CSV', icon: <Download />, onSelect: () => void save() },
      ]}
    />
  )
}

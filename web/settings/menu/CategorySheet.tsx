import type { CategoryShape } from '#domain/api/menu/menu.ts'
import { snack } from '#web/app/feedback/snack.tsx'
import { ImageField, TextField } from '#web/app/form/fields.tsx'
import { FormSheet } from '#web/app/form/shells.tsx'
import { useCallForm } from '#web/app/form/useForm.ts'
import { StationField } from './StationField.tsx'

type Subcategory = CategoryShape['subcategories'][number]
type Sheet = { onClose: () => void }

/** What both forms do with their answer: a name that is taken is said at its field, and the sheet closes once it is saved. */
const savedAs = (onClose: () => void) => ({
  invalidates: ['POST /menus/restaurant', 'POST /menus/categories'] as const,
  refusals: { duplicate: 'name' as const },
  onSaved: (_: unknown, { name }: { name: string }) => {
    snack.success(`${name.trim()} is saved`)
    onClose()
  },
})

/** Adds a category (null) or changes one. */
export function CategorySheet({ category, onClose }: Sheet & { category: CategoryShape | null }) {
  const form = useCallForm({
    call: category ? 'PUT /menus/category' : 'POST /menus/category',
    defaults: { name: category?.name ?? '', description: category?.description ?? '', station: category?.station ?? '' },
    toBody: (values) => ({ ...values, categoryId: category?._id ?? '' }),
    onlyChanges: category !== null,
    ...savedAs(onClose),
  })
  return (
    <FormSheet form={form} title={category?.name ?? 'New category'} submitLabel={category ? 'Save' : 'Add category'} onClose={onClose}>
      <TextField form={form} name="name" label="Name" required maxLength={120} placeholder="Starters" />
      <TextField
        form={form}
        name="description"
        label="Description"
        optional
        kind="multiline"
        maxLength={1000}
        hint="Guests read it below the name."
      />
      <StationField form={form} name="station" none="None" hint="Where its dishes are made, unless they name another station." />
    </FormSheet>
  )
}

/** Adds a subcategory to a category (null) or changes one. */
export function SubcategorySheet({ category, sub, onClose }: Sheet & { category: CategoryShape; sub: Subcategory | null }) {
  const form = useCallForm({
    call: sub ? 'PUT /menus/subcategory' : 'POST /menus/subcategory',
    defaults: { name: sub?.name ?? '', description: sub?.description ?? '', image: sub?.image ?? null },
    toBody: (values) => ({ ...values, categoryId: category._id, subCategoryId: sub?._id ?? '' }),
    onlyChanges: sub !== null,
    ...savedAs(onClose),
  })
  return (
    <FormSheet
      form={form}
      title={sub?.name ?? 'New subcategory'}
      description={`In ${category.name}`}
      submitLabel={sub ? 'Save' : 'Add subcategory'}
      onClose={onClose}
    >
      <TextField form={form} name="name" label="Name" required maxLength={120} placeholder="Pav bhaji" />
      <TextField form={form} name="description" label="Description" optional kind="multiline" maxLength={1000} />
      <ImageField form={form} name="image" label="Image" optional purpose="menu" />
    </FormSheet>
  )
}

import { useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { CategoryShape, MenuItemShape } from '#domain/api/menu/menu.ts'
import { NO_TEMPLATE } from '#domain/menuWrite.ts'
import { DIET_TYPES, type DietType } from '#domain/order.ts'
import { canPrint } from '#domain/print/lines.ts'
import { suggestPrintName } from '#domain/printName.ts'
import { snack } from '#web/app/feedback/snack.tsx'
import { BoundField } from '#web/app/form/Bound.tsx'
import {
  ImageField,
  MoneyField,
  NumberField,
  PercentField,
  SegmentedField,
  SelectField,
  SwitchField,
  TextField,
} from '#web/app/form/fields.tsx'
import { RowsField } from '#web/app/form/RowsField.tsx'
import { FormSheet } from '#web/app/form/shells.tsx'
import { useCallForm } from '#web/app/form/useForm.ts'
import { useRemoval } from '#web/app/list/useRemoval.ts'
import { ApiError } from '#web/core/api.ts'
import { useProfile } from '#web/core/profile.ts'
import { apiQuery } from '#web/core/query.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { AddonGroups, type Groups } from './AddonGroups.tsx'
import { FromChain } from './FromChain.tsx'
import { RecipesGone } from './RecipesGone.tsx'
import { StationField } from './StationField.tsx'
import { dishesOf } from './tree.ts'

const DIETS: Record<DietType, string> = { veg: 'Veg', nonVeg: 'Non-veg', egg: 'Egg', vegan: 'Vegan' }
/** Whether the price includes the tax: empty for as the outlet's prices do. */
const yesNo = (is: boolean | undefined) => (is === undefined ? '' : is ? 'yes' : 'no')
const NO_TAX = 'No tax is charged under the composition scheme'
/** Of the fields that say nothing under the scheme (decision 036). */
const KEPT = 'Counts when you leave the composition scheme.'
const NO_GST_NUMBER = 'There is no GST number in the profile: only a registered restaurant may charge GST.'
/** Where the dish stands. */
type Place = { categoryId: string; subCategoryId: string | null }

const valuesOf = (dish: MenuItemShape | null, place: Place) => ({
  name: dish?.name ?? '',
  price: dish?.price ?? null,
  categoryId: dish?.categoryId ?? place.categoryId,
  subCategoryId: dish?.subCategoryId ?? (dish ? '' : (place.subCategoryId ?? '')),
  dietType: dish?.dietType ?? ('veg' as DietType),
  isAlcohol: dish?.isAlcohol ?? false,
  gstRate: dish?.gstRate ?? null,
  taxIncluded: yesNo(dish?.taxIncluded),
  available: dish?.available ?? true,
  image: dish?.image ?? null,
  description: dish?.description ?? '',
  variants: (dish?.variants ?? []) as { name: string; additionalPrice: number | null }[],
  addonGroups: (dish?.addonGroups ?? []) as Groups,
  code: dish?.code ?? '',
  printName: dish?.printName ?? '',
  station: dish?.station ?? '',
  calories: dish?.calories ?? null,
  allergens: dish?.allergens.join(', ') ?? '',
  remaining: dish?.remaining ?? null,
})

type DishSheetProps = {
  dish: MenuItemShape | null
  /** The restaurant is an outlet of a partner now, whose chain the dish may be of. */
  inChain: boolean
  categories: readonly CategoryShape[]
  /** Where a new dish goes. */
  place: Place
  /** The stations that other dishes name. */
  stations: readonly string[]
  onClose: () => void
}

/** Adds a dish (null) or changes one. It has every field of a dish in the contract. */
export function DishSheet({ dish, inChain, categories, place, stations, onClose }: DishSheetProps) {
  /** The portions that were shown when another number was typed: what is sold after that stays sold (docs/decisions/015). */
  const seen = useRef(dish?.remaining)
  const client = useQueryClient()
  const form = useCallForm({
    call: dish ? 'PUT /menus/item' : 'POST /menus/createMenuItem',
    kept: true,
    // What was sold meanwhile would be for sale again (docs/decisions/015).
    notKept: ['remaining'],
    query: dish ? { id: dish._id } : undefined,
    defaults: valuesOf(dish, place),
    toBody: ({ price, taxIncluded, subCategoryId, variants, addonGroups, allergens, ...fields }, version) => ({
      ...fields,
      price: price ?? 0,
      taxIncluded: taxIncluded === '' ? null : taxIncluded === 'yes',
      subCategoryId: subCategoryId || null,
      variants: variants.map((variant) => ({ name: variant.name, additionalPrice: variant.additionalPrice ?? 0 })),
      addonGroups: [...addonGroups],
      allergens: allergens
        .split(/[,;]/)
        .map((one) => one.trim())
        .filter(Boolean),
      ...(dish ? { version, remainingWas: seen.current } : null),
    }),
    onlyChanges: dish !== null,
    version: dish?.version,
    newest: ({ item }) => (item ? { version: (item as MenuItemShape).version, defaults: valuesOf(item as MenuItemShape, place) } : null),
    invalidates: ['POST /menus/restaurant', 'POST /menus/categories', 'GET /menus/addon-templates', 'GET /menus/recipe'],
    refusals: { duplicate: 'name', duplicate_code: 'code' },
    onRefused: (error) => {
      if (!(error instanceof ApiError) || error.message !== NO_TEMPLATE) return
      void detach()
      return 'A template was deleted on another device. Its group is this dish’s own now: save again.'
    },
    onSaved: ({ item }) => {
      snack.success(`${item.name} is saved`)
      onClose()
    },
  })
  /** Groups whose template is gone become the dish's own. */
  const detach = async () => {
    const { templates } = await client.fetchQuery({ ...apiQuery('GET /menus/addon-templates'), staleTime: 0 })
    const isThere = (id?: string) => templates.some(({ _id }) => _id === id)
    const groups = form.values.addonGroups.map(({ templateId, ...own }) => (isThere(templateId) ? { ...own, templateId } : own))
    form.setValue('addonGroups', groups)
  }
  const [left, isTyped] = [dish?.remaining, form.isChanged('remaining')]
  useEffect(() => {
    if (!isTyped) seen.current = left
  }, [left, isTyped])
  const remove = useRemoval('DELETE /menus/item', {
    body: 'It leaves the menu, and its recipe is deleted. Orders that have it keep it.',
    invalidates: ['POST /menus/restaurant', 'POST /menus/categories', 'GET /menus/recipe'],
  })
  const profile = useProfile()
  const untaxed = profile?.taxSettings?.composition
  const category = categories.find(({ _id }) => _id === form.values.categoryId)
  const subs = category?.subcategories ?? []
  // A subcategory belongs to one category. One that was only now made for the dish, by the chain's menu, isn't among them yet.
  const isChosen = dish === null || form.isChanged('categoryId') || form.isChanged('subCategoryId')
  const lost = isChosen && form.values.subCategoryId !== '' && !subs.some((sub) => sub._id === form.values.subCategoryId)
  const { setValue } = form
  useEffect(() => {
    if (lost) setValue('subCategoryId', '')
  }, [lost, setValue])
  const ingredients = dish?.ingredients.map(String) ?? []
  const suggestion = suggestPrintName(form.values.name)
  return (
    <FormSheet
      form={form}
      title={dish?.name ?? 'New dish'}
      submitLabel={dish ? 'Save' : 'Add dish'}
      onClose={onClose}
      footerStart={
        dish ? (
          <Button
            variant="danger-quiet"
            icon={<Trash2 />}
            onClick={() => void remove(dish.name, { query: { id: dish._id } }).then((gone) => gone && onClose())}
          >
            Delete
          </Button>
        ) : null
      }
    >
      {inChain && dish?.masterId ? <FromChain dish={dish} dirty={form.isDirty()} onDone={onClose} /> : null}
      {ingredients.length > 0 ? (
        <Banner tone="warning">
          Saving clears the ingredients that guests see: {ingredients.join(', ')}. Stock is deducted by its recipe, not by these.
        </Banner>
      ) : null}
      <TextField form={form} name="name" label="Name" required maxLength={120} />
      <div className="grid grid-cols-1 gap-4 xs:grid-cols-2">
        <MoneyField form={form} name="price" label="Price" required max={1_000_000} />
        <TextField form={form} name="code" label="Code" optional kind="code" maxLength={8} hint="Typed at the till to find it." />
        <SelectField
          form={form}
          name="categoryId"
          label="Category"
          required
          placeholder="Choose a category"
          options={categories.map((category) => ({ value: category._id, label: category.name }))}
        />
        <SelectField
          form={form}
          name="subCategoryId"
          label="Subcategory"
          options={[{ value: '', label: 'None' }, ...subs.map((sub) => ({ value: sub._id, label: sub.name }))]}
        />
      </div>
      <SegmentedField form={form} name="dietType" label="Diet" options={DIET_TYPES.map((value) => ({ value, label: DIETS[value] }))} />
      <SwitchField
        form={form}
        name="isAlcohol"
        label="Alcohol"
        hint={untaxed ? NO_TAX : form.values.isAlcohol ? 'VAT applies' : 'GST applies'}
      />
      <div className="grid grid-cols-1 gap-4 xs:grid-cols-2">
        {form.values.isAlcohol ? null : (
          <PercentField
            form={form}
            name="gstRate"
            label="GST"
            optional
            hint={
              untaxed
                ? KEPT
                : (form.values.gstRate ?? 0) > 0 && profile?.gstNumber === ''
                  ? NO_GST_NUMBER
                  : 'Its own, as of packaged goods. Empty: the outlet’s.'
            }
          />
        )}
        <SelectField
          form={form}
          name="taxIncluded"
          label="Price includes tax"
          options={[
            { value: '', label: 'As the outlet' },
            { value: 'yes', label: 'Yes (MRP)' },
            { value: 'no', label: 'No, added' },
          ]}
          hint={untaxed ? KEPT : undefined}
        />
      </div>
      <SwitchField form={form} name="available" label="On sale" hint="Off: greyed on every menu until it is switched on again." />
      <NumberField
        form={form}
        name="remaining"
        label="Portions left"
        optional
        max={100_000}
        hint="Counted down by sales; at 0 it is sold out. Empty: not counted."
      />
      <ImageField form={form} name="image" label="Photo" optional purpose="menu" />
      <TextField form={form} name="description" label="Description" optional kind="multiline" maxLength={1000} />
      <RowsField
        form={form}
        name="variants"
        label="Variants"
        noun={{ one: 'variant', many: 'variants' }}
        blank={{ name: '', additionalPrice: null }}
        max={30}
        ordered
        show={({ name }) => name}
        hint="A guest chooses exactly one. What it adds to the price may be less than 0."
      >
        {(row) => (
          <>
            <TextField form={form} name={row.at('name')} label="Variant" required maxLength={120} />
            <NumberField
              form={form}
              name={row.at('additionalPrice')}
              label="Added to the price"
              optional
              min={-1_000_000}
              decimals={2}
              unit="Rs."
            />
          </>
        )}
      </RowsField>
      {dish ? <RecipesGone dish={dish} variants={form.values.variants} /> : null}
      <BoundField
        form={form}
        name="addonGroups"
        label="Addon groups"
        group
        show={(groups: Groups) => groups.map(({ name }) => name).join(', ')}
      >
        {({ field }) => <AddonGroups groups={field.value as Groups} dishes={categories.flatMap(dishesOf)} onChange={field.onChange} />}
      </BoundField>
      <TextField
        form={form}
        name="printName"
        label="Name on paper"
        optional
        maxLength={40}
        hint={
          canPrint(form.values.name) || form.values.printName
            ? 'A shorter one for kitchen tickets and bills.'
            : 'Printers have no letters for this dish’s name: without another one its paper says “Item”.'
        }
      />
      {suggestion && !form.values.printName ? (
        <Button className="justify-self-start" size={32} onClick={() => setValue('printName', suggestion, { shouldDirty: true })}>
          Use “{suggestion}”
        </Button>
      ) : null}
      <StationField
        form={form}
        name="station"
        none={category?.station ? `As its category: ${category.station}` : 'None'}
        hint={stations.length > 0 ? `Where it is made. In use: ${stations.join(', ')}.` : 'Where it is made: Tandoor, Bar.'}
      />
      <div className="grid grid-cols-1 gap-4 xs:grid-cols-2">
        <NumberField form={form} name="calories" label="Calories" optional max={20_000} unit="kcal" />
        <TextField form={form} name="allergens" label="Allergens" optional placeholder="Milk, Nuts" hint="Separated by commas." />
      </div>
    </FormSheet>
  )
}

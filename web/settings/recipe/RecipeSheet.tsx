import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { formatRupees } from '#domain/money.ts'
import { unitFactor } from '#domain/stock.ts'
import { snack } from '#web/app/feedback/snack.tsx'
import { askDiscard } from '#web/app/form/guard.ts'
import { ComboboxField, NumberField, SelectField } from '#web/app/form/fields.tsx'
import { RowsField } from '#web/app/form/RowsField.tsx'
import { FormSheet } from '#web/app/form/shells.tsx'
import { type Form, useCallForm } from '#web/app/form/useForm.ts'
import { ApiError } from '#web/core/api.ts'
import { queryClient } from '#web/core/query.ts'
import { to } from '#web/core/to.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Select } from '#web/ui/Input.tsx'
import { costOf, type Material, namedTwice, nameOf, priceOf, type Recipe, type Row, shareText, unitsFor, unknownText } from './recipes.ts'

type Values = { ingredients: { rawMaterialId: string; quantity: number | null; unit: string }[] }
type Materials = ReadonlyMap<string, Material>
const BLANK = { rawMaterialId: '', quantity: null, unit: '' }
const valuesOf = ({ ingredients }: Recipe): Values => ({
  ingredients: ingredients.map(({ rawMaterialId, quantity, unit }) => ({ rawMaterialId, quantity, unit })),
})
const sentAs = (ingredients: Values['ingredients']) => ingredients.map((one) => ({ ...one, quantity: one.quantity ?? 0 }))

type SheetProps = { row: Row; recipes: readonly Recipe[]; materials: Materials; onClose: () => void }

/**
 * The recipes of a dish, one at a time: of all variants, or of the one that "For" names. Choosing another one opens its recipe, or a new one; no recipe becomes
 * another variant's. Quantities are for one portion.
 */
export function RecipeSheet({ row, recipes, materials, onClose }: SheetProps) {
  const { dish } = row
  const [shown, setShown] = useState({ variant: row.variant, edits: row.variant ?? '' })
  const { variant } = shown
  const recipeOf = (wanted: string | null) => recipes.find((one) => one.menuItemId === dish._id && one.variant === wanted)
  const recipe = recipeOf(variant)
  // Sold without a recipe of its own, a variant takes this one's materials; its new recipe begins with them.
  const common = variant === null ? undefined : recipeOf(null)
  const start = recipe ?? common
  const form = useCallForm({
    call: recipe ? 'PUT /menus/recipe' : 'POST /menus/recipe',
    query: recipe ? { id: recipe._id } : undefined,
    edits: shown.edits,
    defaults: start ? valuesOf(start) : { ingredients: [BLANK] },
    newest: ({ recipe: now }) => (now ? { version: 0, defaults: valuesOf(now as Recipe) } : null),
    toBody: ({ ingredients }, _, saved) => ({
      menuItemId: dish._id,
      ...(recipe ? { ingredientsBefore: sentAs(saved.ingredients) } : { variant }),
      ingredients: sentAs(ingredients),
    }),
    onlyChanges: recipe !== undefined,
    invalidates: ['GET /menus/recipe', 'GET /restaurant/inventory/raw-materials/all', 'GET /restaurant/inventory/raw-materials'],
    // Another device has made it: this page’s list of recipes doesn’t know it yet.
    onRefused: (error) => {
      if (error instanceof ApiError && error.code === 'duplicate') void queryClient.invalidateQueries({ queryKey: ['GET /menus/recipe'] })
    },
    onSaved: ({ recipe: saved }) => {
      snack.success(`The recipe of ${nameOf({ dish, variant: saved.variant })} is saved`)
      onClose()
    },
  })
  const choose = async (next: string | null) => {
    // What was typed for a new recipe can be another variant's new recipe.
    const keepsTyped = !recipe && !recipeOf(next) && form.isDirty()
    if (!keepsTyped && form.isDirty() && !(await askDiscard())) return
    setShown({ variant: next, edits: keepsTyped ? shown.edits : (next ?? '') })
  }
  const { ingredients } = form.values
  const cost = costOf(ingredients, materials)
  const share = shareText(cost.rupees, priceOf({ dish, variant }))
  const unknown = unknownText(cost, materials.values())
  const twice = namedTwice(ingredients, materials)
  return (
    <FormSheet
      form={form}
      title={nameOf({ dish, variant })}
      description="Raw materials of one portion"
      submitLabel={recipe ? 'Save' : 'Create recipe'}
      onClose={onClose}
    >
      {materials.size === 0 ? (
        <Banner tone="warning">
          There are no raw materials yet. Add them in{' '}
          <Link to={to.inventory()} className="underline">
            Inventory
          </Link>{' '}
          first.
        </Banner>
      ) : null}
      {dish.variants.length > 0 ? (
        <Field label="For" hint={common && !recipe ? `Until it has its own, ${variant} uses the recipe of all variants.` : undefined}>
          <Select
            value={variant ?? ''}
            onChange={(event) => void choose(event.target.value || null)}
            options={[
              { value: '', label: 'All variants without their own recipe' },
              ...dish.variants.map(({ name }) => ({ value: name, label: recipeOf(name) ? `${name} (has its own)` : name })),
            ]}
          />
        </Field>
      ) : null}
      <RowsField
        form={form}
        name="ingredients"
        label="Raw materials"
        noun={{ one: 'material', many: 'materials' }}
        blank={BLANK}
        min={1}
        max={100}
        show={({ rawMaterialId, quantity, unit }) => `${materials.get(rawMaterialId)?.name ?? 'a deleted material'} ${quantity} ${unit}`}
      >
        {(line) => (
          <div className="grid gap-3">
            <ComboboxField
              form={form}
              name={line.at('rawMaterialId')}
              label="Material"
              required="Choose the material."
              options={[...materials.values()].map(({ _id, name, unit }) => ({ value: _id, label: `${name} (${unit})` }))}
            />
            <div className="grid grid-cols-2 gap-3">
              <NumberField form={form} name={line.at('quantity')} label="Quantity" required decimals={3} />
              <UnitField form={form} index={line.index} name={line.at('unit')} materials={materials} />
            </div>
            <UnitMismatch form={form} index={line.index} name={line.at('unit')} materials={materials} />
          </div>
        )}
      </RowsField>
      {twice.length > 0 ? (
        <Banner tone="info">{twice.join(', ')} is in the list twice. Saving makes one line of it, with the sum.</Banner>
      ) : null}
      {cost.rupees === null ? (
        <p role="status" className="text-14 text-muted empty:hidden">
          {unknown}
        </p>
      ) : (
        <p role="status" className="text-14">
          A portion costs <b className="num font-semibold">{formatRupees(cost.rupees)}</b>
          {share ? `, ${share}` : ''}
          <span className="block text-muted">By what was paid for what is in stock, else by the usual prices.</span>
          {cost.without.length > 0 ? <span className="block text-muted">Without {cost.without.join(', ')}, which has no cost.</span> : null}
        </p>
      )}
    </FormSheet>
  )
}

type UnitProps = { form: Form<Values>; index: number; name: `ingredients.${number}.unit`; materials: Materials }

const materialOf = ({ form, index, materials }: UnitProps) => materials.get(form.values.ingredients[index]?.rawMaterialId ?? '')

/** The material's own unit, and those that convert into it. */
function UnitField(props: UnitProps) {
  const { form, index, name } = props
  const material = materialOf(props)
  const unit = form.values.ingredients[index]?.unit ?? ''
  const { setValue } = form
  useEffect(() => {
    if (unit === '' && material) setValue(name, material.unit)
  }, [unit, material, name, setValue])
  const units = [...new Set([...(material ? unitsFor(material.unit) : []), ...(unit ? [unit] : [])])]
  return <SelectField form={form} name={name} label="Unit" required options={units.map((value) => ({ value, label: value }))} />
}

/** Below a line whose unit is not the material's: the converted quantity, or that it can't be converted, with the unit to use instead. */
function UnitMismatch(props: UnitProps) {
  const { form, index, name } = props
  const material = materialOf(props)
  const line = form.values.ingredients[index]
  if (!material || !line?.unit) return null
  const factor = unitFactor(line.unit, material.unit)
  if (factor === null)
    return (
      <Banner
        tone="warning"
        action={
          <Button size={32} onClick={() => form.setValue(name, material.unit)}>
            Use {material.unit}
          </Button>
        }
      >
        {material.name} is counted in {material.unit}; {line.unit} can’t be converted to that.
      </Banner>
    )
  if (factor === 1 || !line.quantity) return null
  return (
    <p className="text-14 text-muted">
      = {Number((line.quantity * factor).toFixed(6))} {material.unit}, taken from stock for each portion
    </p>
  )
}

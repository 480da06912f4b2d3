import { ContrastNote } from '#web/app/form/ContrastNote.tsx'
import { ColourField } from '#web/app/form/fields.tsx'
import { FormSection } from '#web/app/form/shells.tsx'
import { themeTokens } from '#domain/contrast.ts'
import { ThemePreview } from './ThemePreview.tsx'
import type { HomeForm } from './values.ts'

/** The restaurant's colours, with their contrast and a preview before they are saved. */
export function Colours({ form }: { form: HomeForm }) {
  const { accentColor, secondaryAccentColor, buttonFontColor } = form.values
  // Undefined for Tawa’s own second colour, which has a separate colour for links.
  const links = themeTokens(form.values).light['--accent-strong']
  return (
    <FormSection title="Colours">
      <ColourField form={form} name="accentColor" label="Main colour" required />
      <ColourField form={form} name="secondaryAccentColor" label="Second colour" required />
      <ColourField form={form} name="buttonFontColor" label="Text on buttons" required />
      <div className="col-span-full grid gap-2">
        <ContrastNote label="Text on buttons" text={buttonFontColor} fill={accentColor} />
        {links ? <ContrastNote label="Links in the second colour" text={secondaryAccentColor} fill="#ffffff" instead={links} /> : null}
      </div>
      <div className="col-span-full">
        <ThemePreview colours={form.values} name={form.values.establishment_name} />
      </div>
    </FormSection>
  )
}

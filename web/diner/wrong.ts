import { type FormEvent, useState } from 'react'

/** At least six digits, as the server takes them (domain/api/fields.ts); for `pattern`, with the sentence that goes with it. */
export const MOBILE = {
  pattern: String.raw`(?=(?:\D*\d){6})[ \(\)\-]*\+?[0-9 \(\)\-]*`,
  title: 'At least six digits, and digits only.',
}

/**
 * What is wrong with a form's fields, in the page's own sentences below them instead of the browser's bubble: a field that was left empty is asked for, any other
 * mistake is its `title`. The first such field gets the focus, and typing takes its sentence away.
 */
export function useWrong(asks: Readonly<Record<string, string>>) {
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({})
  const set = (name: string, text: string) => setWrong((old) => ({ ...old, [name]: text }))
  return {
    wrong,
    form: {
      onInvalidCapture: (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault()
        const field = event.target as HTMLInputElement
        set(field.name, (field.validity.valueMissing ? asks[field.name] : field.title) || field.validationMessage)
        const inputs = [...event.currentTarget.querySelectorAll('input')]
        if (inputs.find((input) => !input.validity.valid) === field) field.focus()
      },
      onInput: (event: FormEvent<HTMLFormElement>) => set((event.target as HTMLInputElement).name, ''),
    },
  }
}

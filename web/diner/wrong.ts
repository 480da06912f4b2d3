import { type FormEvent, useState } from 'react'

/** At least six digits, as the server takes them (domain/api/fields.ts); for an input's `pattern`, with its message. */
export const MOBILE = {
  pattern: String.raw`(?=(?:\D*\d){6})[ \(\)\-]*\+?[0-9 \(\)\-]*`,
  title: 'At least six digits, and digits only.',
}

/**
 * Shows what is wrong with a form's fields below them, in the page's own words instead of the browser's bubble. An empty field is asked for; for any other mistake its
 * `title` is shown. The first wrong field gets the focus, and typing removes its message.
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

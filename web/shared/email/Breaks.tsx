import { Fragment } from 'react'

/** A text without spaces, such as an email address, which may wrap after its punctuation marks, so that no word is broken while there is another way. */
export const Breaks = ({ children }: { children: string }) =>
  children.split(/(?<=[@./_-])(?=[^\s@./_-])/).map((part, n) => (
    // The parts of a text have no other name than their place.
    <Fragment key={n}>
      {n > 0 ? <wbr /> : null}
      {part}
    </Fragment>
  ))

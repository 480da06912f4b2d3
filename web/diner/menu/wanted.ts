/** The dish whose sheet the menu opens when it is shown next: another page's link has led to it. Not in page.ts, which looks for the menu in the document as it loads. */
export const wanted = { dish: null as string | null }

/** "choose 0 to 4", "choose at least 1", "choose any": how many addons of a group a guest may choose. A max of 0 means no limit. */
export const boundsText = ({ min, max }: { min: number; max: number }): string =>
  max > 0 ? (min === max ? `choose ${min}` : `choose ${min} to ${max}`) : min > 0 ? `choose at least ${min}` : 'choose any'

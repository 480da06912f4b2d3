export const LINK_DAYS = 7

/** The mail that brings an approved claim's single-use link (CONTRACT §6). `publicUrl` is what messenger/links.ts says. */
export const approvalMail = (claim: { email: string; restaurantName: string }, publicUrl: string, token: string) => ({
  kind: 'mail' as const,
  to: claim.email,
  subject: `Your claim for ${claim.restaurantName} was approved`,
  text: `Set your password here to take over ${claim.restaurantName}. The link is good for ${LINK_DAYS} days and works once.\n\n${publicUrl}/claim/${token}`,
})

/** Tells an owner that somebody else became an owner too, by a claim that the back office approved; a forged claim should be noticed. */
export const newOwnerMail = (to: string, claim: { email: string; restaurantName: string }) => ({
  kind: 'mail' as const,
  to,
  subject: `${claim.restaurantName} has a new owner`,
  text: `${claim.email} claimed ${claim.restaurantName}, Tawa approved the claim, and this address now has an owner's account there. Your own account stays as it is.\n\nIf this is wrong, deactivate that account on the page “Users” and write to us.`,
})

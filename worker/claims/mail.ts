export const LINK_DAYS = 7

/** The mail that brings an approved claim's single-use link (CONTRACT §6). `publicUrl` is what messenger/links.ts says. */
export const approvalMail = (claim: { email: string; restaurantName: string }, publicUrl: string, token: string) => ({
  kind: 'mail' as const,
  to: claim.email,
  subject: `Your claim for ${claim.restaurantName} was approved`,
  text: `Set your password here to take over ${claim.restaurantName}. The link is good for ${LINK_DAYS} days and works once.\n\n${publicUrl}/claim/${token}`,
})

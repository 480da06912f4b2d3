/**
 * A file of the build. One that is not there (a page from before a deploy or a roll-back asks for it) is 404: the single-page fallback would hand out
 * index.html, which a browser then keeps for a year under a script's name.
 */
export async function serveAsset(request: Request, assets: Fetcher): Promise<Response> {
  const found = await assets.fetch(request)
  if (!found.headers.get('Content-Type')?.startsWith('text/html')) return found
  return new Response('No such file', { status: 404, headers: { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' } })
}

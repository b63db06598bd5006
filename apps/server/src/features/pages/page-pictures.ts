/** The picture of each public page, drawn as it is first asked for and kept: its title may be the operator's, and so is the name. */
import { pagePicturePath } from '@sampan/contract/page-language'
import { builtProductName, type Language } from '@sampan/contract/paths'
import type { FastifyInstance } from 'fastify'
import { assetPolicy } from '../../http/security-headers.ts'
import { type Drawn, drawPagePicture } from './draw-page-picture.ts'
import type { TextNow } from './public-text.ts'
import { type LastingBody, lastingBody, sendLasting } from './send-body.ts'
import type { BuiltFile } from './web-build.ts'

type Pictured = { path: string; language: Language; textNow: TextNow }
type Kept = { title: string; picture: Promise<LastingBody> }

const entities: Record<string, string> = { '&quot;': '"', '&#x27;': "'", '&#39;': "'", '&lt;': '<', '&gt;': '>', '&amp;': '&' }
const unescaped = (text: string): string => text.replace(/&(?:quot|#x27|#39|lt|gt|amp);/g, (entity) => entities[entity]!)
const ownName = new RegExp(`^${builtProductName}[:：] ?| · ${builtProductName}$`)

/** What a page is called, without the name that stands beside the boat. */
function titleOf(page: string, productName: string): string {
  const [, title = ''] = /<meta property="og:title" content="([^"]*)"/.exec(page) ?? []
  const bare = unescaped(title).replace(ownName, '')
  return (bare.charAt(0).toUpperCase() + bare.slice(1)).replaceAll(builtProductName, productName)
}

export function pagePictureRoutes(
  app: FastifyInstance,
  pages: readonly Pictured[],
  { productName, brandColour, files }: Pick<Drawn, 'productName' | 'brandColour'> & { files: readonly BuiltFile[] },
): void {
  const byAddress = new Map(pages.map((each) => [pagePicturePath(each.path), each]))
  const kept = new Map<string, Kept>()
  const headlineFont = files.find(({ path }) => /\/fraunces-latin-opsz-normal[^/]*\.woff2$/.test(path))?.body ?? null

  async function pictureOf({ path, language, textNow }: Pictured): Promise<LastingBody> {
    const page = await textNow()
    const title = titleOf(page, productName)
    const known = kept.get(path)
    if (known?.title === title) return known.picture
    const picture = drawPagePicture({ page, title, productName, brandColour, language, headlineFont }).then((png) =>
      lastingBody('image/png', png),
    )
    kept.set(path, { title, picture })
    picture.catch(() => kept.delete(path))
    return picture
  }

  app.route<{ Params: { '*': string } }>({
    method: ['GET', 'HEAD'],
    url: '/open-graph/*',
    handler: async (request, reply) => {
      const page = byAddress.get(`/open-graph/${request.params['*']}`)
      if (!page) return reply.callNotFound()
      reply.header('cache-control', 'public, max-age=3600').header('content-security-policy', assetPolicy)
      return sendLasting(await pictureOf(page), request, reply)
    },
  })
}

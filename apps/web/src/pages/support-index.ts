/** No page: what the search of the support pages looks through, which the build writes as a file. */
import { languages } from '@sampan/contract/languages'
import { defaultLanguage, supportIndexPath } from '@sampan/contract/paths'
import type { LoaderFunctionArgs } from 'react-router'
import { supportIndex } from '../features/site/content.server.ts'

export const loader = ({ url }: LoaderFunctionArgs) =>
  Response.json(supportIndex(languages.find((each) => supportIndexPath(each) === url.pathname) ?? defaultLanguage))

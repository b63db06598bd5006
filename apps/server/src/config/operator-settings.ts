/** Who runs this installation, as its terms, its privacy page and the foot of its pages say (W3). */
import { resolve } from 'node:path'
import { addresses, colourOrNull, setting } from './setting-parsers.ts'

const oneLine = (text: string | undefined): string | null => text?.replace(/\s+/g, ' ') ?? null

export const operatorSettings = {
  operatorName: setting(
    'OPERATOR_NAME',
    'Who runs the service, by the name of the company or person; the legal pages say it. Default: PRODUCT_NAME.',
    'Example Trading Ltd',
    oneLine,
  ),
  operatorAddress: setting(
    'OPERATOR_ADDRESS',
    'Postal address of whoever runs the service, in one line. Without it the legal pages name none.',
    '1 Harbour Road, Hong Kong',
    oneLine,
  ),
  brandDir: setting(
    'BRAND_DIR',
    'Folder with pictures of yours in place of ours, as logo.svg or logo.png, favicon.svg and icon-512.png (docs/operating.md). What is missing there is ours.',
    '/etc/sampan/brand',
    (text) => (text === undefined ? null : resolve(text)),
  ),
  brandColour: setting(
    'BRAND_COLOUR',
    'Colour of yours for buttons and links of pages and mails, mended where it could not be read. Default: ours.',
    '#1d4ed8',
    colourOrNull,
  ),
  socialLinks: setting(
    'SOCIAL_LINKS',
    'Pages of yours elsewhere, separated by commas, up to six; shown at the foot of public pages.',
    'https://social.example.com/sampan',
    addresses(6),
  ),
}

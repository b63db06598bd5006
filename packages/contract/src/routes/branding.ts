/** What recipients see of whoever sends (B1): a logo, a colour, a picture behind the page, an icon, and the line that names the service. */
import * as z from 'zod/mini'
import { brandPictures } from '../limits.ts'
import { id } from './fields.ts'
import { defineRoute } from './route.ts'

export const brandPlaces = ['logo', 'background', 'favicon'] as const
export type BrandPlace = (typeof brandPlaces)[number]

/** What a page has of it: addresses of our own origin, and only what the plan of its sender has now. */
export const brandShown = z.object({
  logo: z.optional(z.string()),
  favicon: z.optional(z.string()),
  /** A style sheet of custom properties alone. */
  theme: z.optional(z.string()),
  poweredBy: z.boolean(),
})
export type BrandShown = z.output<typeof brandShown>

const accent = z.nullable(z.string().check(z.regex(/^#[0-9a-f]{6}$/, 'invalid')))

const brandView = z.object({
  accent,
  hidesPoweredBy: z.boolean(),
  /** Where they are; null where there is none. */
  pictures: z.object({ logo: z.nullable(z.string()), background: z.nullable(z.string()), favicon: z.nullable(z.string()) }),
  /** What the plan has. The rest is kept, and shows once a plan has it. */
  isWhole: z.boolean(),
  mayHidePoweredBy: z.boolean(),
})
export type BrandView = z.output<typeof brandView>

const readErrors = ['signedOut', 'sessionNeeded', 'notYours'] as const
const writeErrors = [...readErrors, 'invalidInput', 'accountSuspended', 'accountLeaving', 'brandReserved'] as const

export const readBrand = defineRoute({
  method: 'GET',
  path: '/api/brand',
  who: 'user',
  isLeadersOnly: true,
  summary: 'What recipients see of the account’s own',
  reply: brandView,
  errors: readErrors,
})

export const changeBrand = defineRoute({
  method: 'PUT',
  path: '/api/brand',
  who: 'user',
  isLeadersOnly: true,
  summary: 'Set the colour, and whether the line that names the service goes',
  body: z.object({ accent, hidesPoweredBy: z.boolean() }),
  reply: brandView,
  errors: [...writeErrors, 'poweredByReserved'],
})

const params = z.object({ place: z.enum(brandPlaces) })
/** Base64 makes four characters of three bytes. */
const maxChars = Math.ceil(brandPictures.background.maxBytes / 3) * 4

export const setBrandPicture = defineRoute({
  method: 'PUT',
  path: '/api/brand/pictures/:place',
  who: 'user',
  isLeadersOnly: true,
  summary: 'Set a picture that recipients see: a PNG, JPEG or WebP in base64',
  params,
  body: z.object({ picture: z.base64('invalid').check(z.minLength(1, 'required'), z.maxLength(maxChars, 'tooLong')) }),
  reply: brandView,
  errors: [...writeErrors, 'bodyTooLarge', 'pictureRefused', 'svgRefused', 'rateLimited'],
})

export const removeBrandPicture = defineRoute({
  method: 'DELETE',
  path: '/api/brand/pictures/:place',
  who: 'user',
  isLeadersOnly: true,
  summary: 'Remove such a picture',
  params,
  reply: brandView,
  errors: [...readErrors, 'invalidInput', 'accountSuspended', 'accountLeaving'],
})

/** The id says nothing and cannot be guessed; another picture has another one. */
export const readBrandPicture = defineRoute({
  method: 'GET',
  path: '/api/brands/pictures/:pictureId',
  who: 'anyone',
  summary: 'Such a picture by its address, for pages and mails',
  mediaTypes: ['image/png', 'image/jpeg', 'image/webp'],
  params: z.object({ pictureId: id }),
  reply: 'bytes',
  errors: ['invalidInput', 'notYours'],
})

/** Its address holds all that it says, so that it never changes: the colour, whose pages it is for, the picture behind them. */
export const brandThemeName = /^(plain|[0-9a-f]{6})(-own)?(?:-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}))?\.css$/

export const readBrandTheme = defineRoute({
  method: 'GET',
  path: '/api/brands/themes/:theme',
  who: 'anyone',
  summary: 'The style sheet of a page’s colours and of the picture behind it',
  mediaTypes: ['text/css'],
  params: z.object({ theme: z.string().check(z.regex(brandThemeName, 'invalid')) }),
  reply: 'bytes',
  errors: ['invalidInput'],
})

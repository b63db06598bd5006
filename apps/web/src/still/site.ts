/** What pages of words do, which wake no app: the theme, the language, the menu, the way of whoever is logged in, how a visitor came, counts and votes. */
import { sayAwake } from '../lib/awake.ts'
import { keepArrival } from '../product/transfers/arrival.ts'
import { showAccount } from './account.ts'
import { keepLanguage } from './language.ts'
import { closeMenus } from './menus.ts'
import { countReads } from './reads.ts'
import { offerSearch } from './search-place.ts'
import { offerThemes } from './theme.ts'
import { offerVotes } from './votes.ts'

offerThemes()
keepLanguage()
showAccount()
closeMenus()
offerSearch()
keepArrival()
sayAwake()
void countReads()
void offerVotes()

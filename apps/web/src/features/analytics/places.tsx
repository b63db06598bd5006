/** The map and the table beside it; a country that is chosen on either narrows the whole page. */
import { Search } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { GeoCredit } from '../../ui/geo-credit.tsx'
import { WorldMap } from '../../ui/world-map.tsx'
import classes from './analytics.module.css'
import { useCountryName, useShare } from './days.ts'
import lists from './lists.module.css'
import type { Figures } from './queries.ts'

type Countries = Figures['countries']
type Props = { countries: Countries; chosen: string | null; onChoose: (code: string | null) => void }

/** With more of them, one is looked for. */
const manyCountries = 12

export function Places({ countries, chosen, onChoose }: Props) {
  const { t } = useTranslation('analytics')
  const values = new Map(countries.map(({ country, downloads }) => [country, downloads]))
  return (
    <section className={classes.card} aria-label={t('places')}>
      <header className={classes.cardHead}>
        <h2>{t('places')}</h2>
      </header>
      <div className={classes.places}>
        <div>
          <WorldMap values={values} selected={chosen} onSelect={onChoose} label={t('mapLabel')} />
          <GeoCredit className={classes.credit} />
        </div>
        <CountryTable countries={countries} chosen={chosen} onChoose={onChoose} />
      </div>
    </section>
  )
}

function CountryTable({ countries, chosen, onChoose }: Props) {
  const { t } = useTranslation('analytics')
  const nameOf = useCountryName()
  const [search, setSearch] = useState('')
  const isMany = countries.length > manyCountries
  const word = isMany ? search.trim().toLocaleLowerCase() : ''
  const found = countries.filter(({ country }) => `${nameOf(country)} ${country}`.toLocaleLowerCase().includes(word))
  const sum = countries.reduce((total, { downloads }) => total + downloads, 0)
  return (
    <div className={classes.countries}>
      {isMany && (
        <label className={lists.search}>
          <Search size={16} strokeWidth={1.75} aria-hidden="true" />
          <input
            type="search"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
            placeholder={t('findCountry')}
            aria-label={t('findCountry')}
          />
        </label>
      )}
      <div className={classes.scroll}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('country')}</th>
              <th scope="col">{t('downloads')}</th>
              <th scope="col">{t('share')}</th>
            </tr>
          </thead>
          <tbody>
            {found.map((row) => (
              <Row
                key={row.country}
                row={row}
                name={nameOf(row.country)}
                sum={sum}
                isChosen={row.country === chosen}
                onChoose={onChoose}
              />
            ))}
          </tbody>
        </table>
        {found.length === 0 && <p className={classes.nothing}>{t(countries.length ? 'noCountry' : 'quietTitle')}</p>}
      </div>
    </div>
  )
}

type RowProps = { row: Countries[number]; name: string; sum: number; isChosen: boolean; onChoose: Props['onChoose'] }

function Row({ row: { country, downloads }, name, sum, isChosen, onChoose }: RowProps) {
  const format = useFormat()
  const share = useShare()
  return (
    <tr data-chosen={isChosen || undefined}>
      <th scope="row">
        <button
          type="button"
          className={classes.plain}
          aria-pressed={isChosen}
          onClick={() => onChoose(isChosen ? null : country)}
        >
          {name}
        </button>
      </th>
      <td>{format.number(downloads)}</td>
      <td>{share(downloads, sum)}</td>
    </tr>
  )
}

/** The map, and the table that says the same: the countries, and of a chosen one its cities. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { WorldMap } from '../../ui/world-map.tsx'
import classes from './activity.module.css'
import { type Country, valuesOf } from './places.ts'

type Choose = (code: string | null) => void

export function PlacesTable({ countries }: { countries: readonly Country[] }) {
  const { t } = useTranslation('detail')
  const [chosen, setChosen] = useState<string | null>(null)
  const country = countries.find(({ code }) => code !== null && code === chosen) ?? null
  return (
    <>
      <WorldMap values={valuesOf(countries)} selected={country?.code ?? null} onSelect={setChosen} label={t('map')} />
      {country ? (
        <Cities country={country} onBack={() => setChosen(null)} />
      ) : (
        <Countries {...{ countries }} onChoose={setChosen} />
      )}
    </>
  )
}

function Countries({ countries, onChoose }: { countries: readonly Country[]; onChoose: Choose }) {
  const { t } = useTranslation('detail')
  const format = useFormat()
  return (
    <div className={classes.frame}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('country')}</th>
            <th scope="col">{t('downloads')}</th>
          </tr>
        </thead>
        <tbody>
          {countries.map(({ code, name, downloads }) => (
            <tr key={code ?? ''}>
              <th scope="row">
                {code === null ? (
                  t('unknownPlace')
                ) : (
                  <button type="button" title={t('showCities', { country: name })} onClick={() => onChoose(code)}>
                    {name}
                  </button>
                )}
              </th>
              <td>{format.number(downloads)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Cities({ country, onBack }: { country: Country; onBack: () => void }) {
  const { t } = useTranslation('detail')
  const format = useFormat()
  return (
    <div className={classes.frame}>
      <table className={classes.table}>
        <caption>
          <b>{country.name}</b>
          <button type="button" onClick={onBack}>
            {t('allCountries')}
          </button>
        </caption>
        <thead>
          <tr>
            <th scope="col">{t('city')}</th>
            <th scope="col">{t('downloads')}</th>
          </tr>
        </thead>
        <tbody>
          {country.cities.map(({ city, downloads }) => (
            <tr key={city}>
              <th scope="row">{city || t('unknownCity')}</th>
              <td>{format.number(downloads)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

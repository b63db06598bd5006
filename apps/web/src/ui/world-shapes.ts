/** The world as paths: worked out once, when a map is first looked at. */
import { geoNaturalEarth1, geoPath } from 'd3-geo'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import atlas from 'world-atlas/countries-110m.json'
import { countryLetters, smallCountries } from './country-codes.ts'
import { worldSize } from './world-size.ts'

export type Shape = { key: string; code: string | null; d: string }
export type Dot = { code: string; x: number; y: number }
export type World = { shapes: Shape[]; dots: Dot[] }

const antarctica = '010'
/** Islands lie farther out than any land that has a shape; their dots are seen whole. */
const margin = { x: 34, y: 12 } as const

type Named = { name: string }
const data = atlas as unknown as Topology<{ countries: GeometryCollection<Named> }>

function drawWorld(): World {
  const { features } = feature(data, data.objects.countries)
  const lands = features.filter(({ id }) => id !== antarctica)
  const extent: [[number, number], [number, number]] = [
    [margin.x, margin.y],
    [worldSize.width - margin.x, worldSize.height - margin.y],
  ]
  // Cut in the Bering Strait, so that no country lies on both sides.
  const projection = geoNaturalEarth1().rotate([-11, 0]).fitExtent(extent, { type: 'FeatureCollection', features: lands })
  const path = geoPath(projection).digits(1)
  const shapes = lands.map((land) => {
    const { name } = land.properties
    return { key: name, code: countryLetters(land.id?.toString(), name), d: path(land) ?? '' }
  })
  const dots = Object.entries(smallCountries).flatMap(([code, place]) => {
    const [x, y] = projection([...place]) ?? []
    return x === undefined || y === undefined ? [] : [{ code, x, y }]
  })
  return { shapes, dots }
}

export const world = drawWorld()

/** Countries as the map's data number them (ISO 3166 numeric), by their two letters, which everything else here knows. */

const numbersAndLetters =
  '004AF008AL010AQ012DZ024AO031AZ032AR036AU040AT044BS050BD051AM056BE064BT068BO070BA072BW076BR084BZ090SB096BN100BG' +
  '104MM108BI112BY116KH120CM124CA140CF144LK148TD152CL156CN158TW170CO178CG180CD188CR191HR192CU196CY203CZ204BJ208DK' +
  '214DO218EC222SV226GQ231ET232ER233EE238FK242FJ246FI250FR260TF262DJ266GA268GE270GM275PS276DE288GH300GR304GL320GT' +
  '324GN328GY332HT340HN348HU352IS356IN360ID364IR368IQ372IE376IL380IT384CI388JM392JP398KZ400JO404KE408KP410KR414KW' +
  '417KG418LA422LB426LS428LV430LR434LY440LT442LU450MG454MW458MY466ML478MR484MX496MN498MD499ME504MA508MZ512OM516NA' +
  '524NP528NL540NC548VU554NZ558NI562NE566NG578NO586PK591PA598PG600PY604PE608PH616PL620PT624GW626TL630PR634QA642RO' +
  '643RU646RW682SA686SN688RS694SL703SK704VN705SI706SO710ZA716ZW724ES728SS729SD732EH740SR748SZ752SE756CH760SY762TJ' +
  '764TH768TG780TT784AE788TN792TR795TM800UG804UA807MK818EG826GB834TZ840US854BF858UY860UZ862VE887YE894ZM'

const lettersOf = new Map((numbersAndLetters.match(/.{5}/g) ?? []).map((pair) => [pair.slice(0, 3), pair.slice(3)]))

/** The data number no country whose borders are disputed; one of these has letters in common use. */
const lettersByName = new Map([['Kosovo', 'XK']])

export const countryLetters = (number: string | undefined, name: string): string | null =>
  (number && lettersOf.get(number)) ?? lettersByName.get(name) ?? null

/** Too small to have a shape on a map of the world: longitude and latitude of a dot. */
export const smallCountries: Readonly<Record<string, readonly [number, number]>> = {
  AD: [1.6, 42.5],
  AG: [-61.8, 17.1],
  AW: [-70, 12.5],
  BB: [-59.5, 13.2],
  BH: [50.6, 26.1],
  BM: [-64.8, 32.3],
  CV: [-23.6, 15.1],
  CW: [-69, 12.2],
  DM: [-61.4, 15.4],
  FM: [158.2, 6.9],
  FO: [-6.9, 62],
  GD: [-61.7, 12.1],
  GF: [-53.1, 4],
  GG: [-2.6, 49.5],
  GI: [-5.4, 36.1],
  GP: [-61.5, 16.2],
  GU: [144.8, 13.4],
  HK: [114.2, 22.3],
  IM: [-4.5, 54.2],
  JE: [-2.1, 49.2],
  KI: [173, 1.4],
  KM: [43.3, -11.7],
  KN: [-62.7, 17.3],
  KY: [-81.3, 19.3],
  LC: [-61, 13.9],
  LI: [9.5, 47.2],
  MC: [7.4, 43.7],
  MH: [171.2, 7.1],
  MO: [113.5, 22.2],
  MP: [145.7, 15.2],
  MQ: [-61, 14.6],
  MT: [14.4, 35.9],
  MU: [57.6, -20.3],
  MV: [73.5, 4.2],
  NR: [166.9, -0.5],
  PF: [-149.4, -17.7],
  PW: [134.6, 7.5],
  RE: [55.5, -21.1],
  SC: [55.5, -4.7],
  SG: [103.8, 1.4],
  SM: [12.5, 43.9],
  ST: [6.6, 0.2],
  TO: [-175.2, -21.2],
  TV: [179.2, -8.5],
  VA: [12.5, 41.9],
  VC: [-61.2, 13.3],
  VG: [-64.6, 18.4],
  VI: [-64.9, 18.3],
  WS: [-172.1, -13.8],
  YT: [45.2, -12.8],
}

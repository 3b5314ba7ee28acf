import type { NewCredential } from '@swath/contract/fleet/drone-credentials'

/** Quotes a text for a shell: between single quotes it is taken literally. */
const quoted = (text: string): string =>
  /^[A-Za-z0-9_.:@-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`

/** JSON between double quotes of a shell, with `$((T-5))000` for a time of five seconds ago. */
const message = (value: object): string =>
  `"${JSON.stringify({ v: 1, ...value })
    .replaceAll(/"T(-\d+)?"/g, '$((T$1))000')
    .replaceAll('"', '\\"')}"`

const point = (ago: number, lng: number) => ({
  t: `T-${ago}`,
  lng,
  lat: 30.25,
  height: 3,
  speed: 5,
  flow: 2.4,
  pump: true,
  width: 5,
})

/**
 * Shell commands to connect, and to send three messages that form a flight of 500 m² (100 m by 5 m)
 * as described in docs/device-protocol.md: take-off, track, landing. The client id must be the
 * drone's.
 */
export const connectionExample = ({
  username,
  password,
  mqttHost,
  mqttPort,
}: NewCredential): string =>
  [
    `T=$(date +%s); send() { mosquitto_pub -h ${quoted(mqttHost)} -p ${mqttPort} -q 1 -i ${quoted(username)} -u ${quoted(username)} -P ${quoted(password)} -t "v1/d/${username}/$1" -m "$2"; }`,
    `send event ${message({ t: 'T-22', type: 'takeoff', sortie: 1 })}`,
    `send track ${message({ pts: [point(21, 120.15), point(11, 120.1505194), point(1, 120.1510388)] })}`,
    `send event ${message({ t: 'T', type: 'landing', sortie: 1 })}`,
  ].join('\n')

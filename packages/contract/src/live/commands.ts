import { z } from 'zod'
import { id } from '../ids.ts'
import { commandLimits, commandStates, commandTypes } from '@swath/domain/command'
import { routeWithTag } from '../kit.ts'
import { DroneId, Page, Position, Time, filter, paged, sorting } from '../fields.ts'

const route = routeWithTag('Flight control')
const screens = ['flight-control'] as const
const right = 'equipment.manage'
const base = '/api/oper/flight-control/commands'
const { heightM, speedMs, widthM, routePoints, doseLHa } = commandLimits
const within = ([least, most]: readonly [number, number]) => z.number().min(least).max(most)

/** A command to a drone; units as in the device protocol. */
export const CommandInput = z
  .discriminatedUnion('type', [
    z.object({
      type: z.enum(['hold', 'return', 'land', 'start', 'pause', 'resume', 'sprayOn', 'sprayOff']),
    }),
    z.object({
      type: z.literal('setHeight'),
      heightM: within(heightM).describe('Height in metres above ground'),
    }),
    z.object({
      type: z.literal('setSpeed'),
      speedMs: within(speedMs).describe('Ground speed in m/s'),
    }),
    z.object({
      type: z.literal('setWidth'),
      widthM: within(widthM).describe('Swath width in metres'),
    }),
    z.object({
      type: z.literal('uploadRoute'),
      name: z.string().trim().min(1).max(60),
      points: z
        .array(
          z.object({
            at: Position,
            heightM: within(heightM),
            pumpOn: z.boolean(),
            doseLHa: within(doseLHa)
              .optional()
              .describe('Dose in L/ha from this point to the next'),
          }),
        )
        .min(routePoints[0])
        .max(routePoints[1]),
      speedMs: within(speedMs).optional().describe('Ground speed in m/s on this route'),
      widthM: within(widthM).optional().describe('Swath width in metres on this route'),
      hasConsent: z
        .boolean()
        .default(false)
        .describe(
          'Confirms that the parties responsible for the zones on the route have given consent',
        ),
    }),
  ])
  .meta({ id: 'CommandInput' })
export type CommandInput = z.infer<typeof CommandInput>

export const Command = z
  .object({
    commandId: id('command'),
    droneId: DroneId,
    droneName: z.string(),
    type: z.enum(commandTypes),
    arguments: z
      .record(z.string(), z.unknown())
      .describe('Arguments as submitted; for a route, its name and number of points'),
    state: z
      .enum(commandStates)
      .describe(
        'waiting: can still be cancelled; sent: not answered yet; all other states are final',
      ),
    reason: z.string().nullable().describe('Reason for the refusal as reported by the drone'),
    userName: z.string(),
    createTime: Time,
    goodUntil: Time,
    sentTime: Time.nullable(),
    endTime: Time.nullable(),
    can: z.object({ cancel: z.boolean() }),
  })
  .meta({ id: 'Command' })
export type Command = z.infer<typeof Command>

export const commandRoutes = {
  listCommands: route('GET', base, {
    summary: 'List the commands to drones visible to the caller, newest first',
    policy: { screens: ['flight-control', 'drone-list'] },
    query: Page.extend({
      droneId: filter(DroneId),
      state: filter(z.enum(commandStates)),
      order: sorting(['createTime']),
    }),
    out: paged(Command),
  }),
  sendCommand: route('POST', base, {
    summary:
      'Send a command to a drone. The command is stored, sent, and then answered or abandoned. The sender gets control of the drone; for a minute nobody else can send commands. A route through a zone where flying is prohibited is refused; a route through a zone that requires consent needs `hasConsent`',
    policy: { screens, right },
    body: z.object({ droneId: DroneId, command: CommandInput }),
    out: Command,
    errors: [
      'not_found',
      'forbidden',
      'drone_locked',
      'service_lapsed',
      'drone_steered',
      'route_in_zone',
      'route_needs_consent',
      'too_many_requests',
    ],
  }),
  cancelCommand: route('PUT', `${base}/cancel`, {
    summary: 'Cancel a command that has not been sent',
    policy: { screens, right },
    body: z.object({ droneId: DroneId, commandId: id('command') }),
    out: Command,
    errors: ['not_found', 'forbidden', 'command_sent', 'drone_steered'],
  }),
  lockDrone: route('PUT', '/api/drone/device/manage/lockOpr', {
    policy: { screens: ['drone-list'], right },
    summary:
      'Lock or unlock a drone; requires the caller’s password. A locked drone does not take off; a drone in the air is locked after landing',
    body: z.object({
      droneId: DroneId,
      opr: z.enum(['lock', 'unlock']),
      password: z.string().min(1).max(200),
    }),
    out: Command,
    errors: ['not_found', 'forbidden', 'invalid_input', 'too_many_requests'],
  }),
}

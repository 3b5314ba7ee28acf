// The MQTT 3.1.1 endpoint, from the ports to the ingest log.
import type { Sealer } from '../../platform/config/master-key.ts'
import type { Db } from '../../platform/database/database.ts'
import type { EventBus } from '../../platform/events/events.ts'
import { startCommandDispatcher } from '../commands/public.ts'
import { startOfferDispatcher } from '../firmware-offers/public.ts'
import type { LiveState } from '../live/public.ts'
import { startZoneDistributor, type ZoneDistributor } from '../zone-sets/public.ts'
import { createDeviceActivation } from './device-activation.ts'
import { createDeviceCredentials, type DeviceCredentials } from './device-credentials.ts'
import { createMessageIntake, type MessageIntakeOptions } from './message-intake.ts'
import { createMqttBroker, type MqttBroker } from './mqtt-broker.ts'
import { startMqttListener, type MqttListener, type MqttListenerOptions } from './mqtt-listener.ts'

export type MqttEndpointOptions = Omit<
  MessageIntakeOptions,
  'onReply' | 'onFirmwareWord' | 'onZoneWord'
> &
  MqttListenerOptions & {
    db: Db
    events: EventBus
    live: Pick<LiveState, 'get' | 'flight'>
    /** Decrypts the makers' secret keys; without it no factory credential is accepted. */
    sealer?: (() => Promise<Sealer | null>) | undefined
  }

export type MqttEndpoint = Pick<MqttListener, 'port' | 'tlsPort'> & {
  connections(): number
  /** Call when zones changed or may have changed. */
  setZones: ZoneDistributor['setZones']
  /**
   * Refuses new connections and closes the existing ones. Records waiting for their commit are
   * still committed, but not acknowledged.
   */
  close(): Promise<void>
}

export const startMqttEndpoint = async (options: MqttEndpointOptions): Promise<MqttEndpoint> => {
  const { db, clock, events, log, counters } = options
  const credentials = createDeviceCredentials({ db, clock, log, sealer: options.sealer })
  const intake = createMessageIntake({
    ...options,
    onReply: (droneId, payload) => dispatcher.answered(droneId, payload),
    onFirmwareWord: (droneId, payload) => offers.heard(droneId, payload),
    onZoneWord: (droneId, payload, format) => distributor.heard(droneId, payload, format),
  })
  const activation = createDeviceActivation({ db, clock, log })
  const broker = createMqttBroker({
    credentials,
    intake,
    activation,
    counters,
    log,
    onListening: (droneId) => dispatcher.listens(droneId),
    onTakingOffers: (droneId) => offers.listens(droneId),
    onGone: (droneId) => {
      dispatcher.gone(droneId)
      offers.gone(droneId)
      distributor.gone(droneId)
    },
  })
  const dispatcher = startCommandDispatcher({
    db,
    clock,
    events,
    log,
    publish: async (droneId, payload) => broker.publishDown(droneId, payload),
  })
  const offers = startOfferDispatcher({
    db,
    clock,
    log,
    live: options.live,
    publish: async (droneId, payload) => broker.publishOffer(droneId, payload),
  })
  const distributor = await startZoneDistributor({
    db,
    clock,
    events,
    log,
    counters,
    live: options.live,
    publish: async (droneId, payload, format) => broker.publishZones(droneId, payload, format),
  })
  const listener = await startMqttListener(options, (connection, address) =>
    broker.handle(connection, address),
  )
  const stopCuttingOff = cutOffOutdated(events, credentials, broker)
  const writeUses = (): Promise<void> =>
    credentials
      .writeUses()
      .catch((error: unknown) => log.warn({ error }, 'The use of credentials could not be written'))
  const housekeeping = setInterval(() => {
    intake.forgetSilent()
    void writeUses()
  }, 10_000).unref()

  return {
    port: listener.port,
    tlsPort: listener.tlsPort,
    connections: () => broker.connections(),
    setZones: (zones) => distributor.setZones(zones),
    close: async () => {
      broker.refuseAll()
      clearInterval(housekeeping)
      stopCuttingOff()
      await dispatcher.stop()
      await offers.stop()
      await distributor.stop()
      const closed = listener.close()
      broker.close()
      await closed
      await activation.flush()
      await writeUses()
    },
  }
}

/** Disconnects devices whose credential is no longer valid. */
const cutOffOutdated = (
  events: EventBus,
  credentials: Pick<DeviceCredentials, 'forget' | 'forgetKey'>,
  broker: Pick<MqttBroker, 'cutOff'>,
): (() => void) => {
  const stops = [
    events.on('credentialsChanged', ({ droneId }) => {
      credentials.forget(droneId)
      broker.cutOff(droneId)
    }),
    events.on('secretKeyChanged', ({ vid }) => {
      for (const droneId of credentials.forgetKey(vid)) broker.cutOff(droneId)
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

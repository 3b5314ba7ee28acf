{{- define "swath.name" -}}
{{- if contains "swath" .Release.Name }}{{ .Release.Name | trunc 50 | trimSuffix "-" }}{{ else }}{{ printf "%s-swath" .Release.Name | trunc 50 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- /* Labels by which services and policies choose pods. Takes (dict "root" $ "role" "api"). */}}
{{- define "swath.selector" -}}
app.kubernetes.io/name: swath
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .role }}
{{- end }}

{{- define "swath.labels" -}}
{{ include "swath.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end }}

{{- /* What would otherwise fail later, or lose files. */}}
{{- define "swath.check" -}}
{{- if not (or .Values.environment.S3_BUCKET .Values.files.existingClaim) }}
{{- fail "Files need a place that every process reaches: set environment.S3_BUCKET with the other S3_ values, or files.existingClaim with a ReadWriteMany claim." }}
{{- end }}
{{- if and .Values.secretKeys.NATS_URL (not .Values.environment.NATS_MONITOR_URLS) (not .Values.environment.NATS_UNSAFE_ACK) }}
{{- fail "A gateway with NATS starts only if environment.NATS_MONITOR_URLS names the monitoring of every NATS server." }}
{{- end }}
{{- if and .Values.ingress.enabled (not .Values.ingress.hosts) }}
{{- fail "ingress.hosts is empty: name the hosts of the console, or set ingress.enabled to false." }}
{{- end }}
{{- if not (or .Values.gateway.tlsSecret .Values.gateway.service.plain) }}
{{- fail "Drones have no port: set gateway.tlsSecret, or gateway.service.plain for connections without TLS." }}
{{- end }}
{{- end }}

{{/* What each object is called by. */}}
{{- define "ecf.selector" -}}
app.kubernetes.io/name: ecf-issuer
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- define "ecf.labels" -}}
{{ include "ecf.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ .root.Chart.Name }}-{{ .root.Chart.Version }}
{{- end }}

{{- define "ecf.image" -}}
{{- $image := .root.Values.image -}}
{{ required "image.repository is required: where you keep the image" $image.repository }}:{{ .tag | default $image.tag | default .root.Chart.AppVersion }}
{{- end }}

{{/* Settings in the order of their names. */}}
{{- define "ecf.settings" -}}
{{- range $name, $value := . }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end }}

{{/* A variable from a key of the same name. A pod does not start while a key is missing that is not optional. */}}
{{- define "ecf.secret" -}}
- name: {{ .name }}
  valueFrom:
    secretKeyRef: { name: {{ .secret }}, key: {{ .name }}{{ if .optional }}, optional: true{{ end }} }
{{- end }}

{{/* What every pod has: no right, no token of Kubernetes, and nothing to write but /tmp, in memory, because a file there may be secret. */}}
{{- define "ecf.pod" -}}
automountServiceAccountToken: false
# Otherwise a Service called `mongo` or `temporal` would set MONGO_PORT or TEMPORAL_PORT, which are settings.
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
{{- range . }}
  - name: {{ . }}
{{- end }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
volumes:
  - name: tmp
    emptyDir: { medium: Memory, sizeLimit: 256Mi }
{{- with .Values.filesSecret }}
  - name: files
    secret: { secretName: {{ . }}, defaultMode: 0440 }
{{- end }}
{{- end }}

{{- define "ecf.container" -}}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
volumeMounts:
  - { name: tmp, mountPath: /tmp }
{{- if .Values.filesSecret }}
  - { name: files, mountPath: /run/ecf, readOnly: true }
{{- end }}
{{- end }}

{{/* The receiver's own port; empty: it uses that of the api. */}}
{{- define "ecf.receiverPort" -}}
{{- $port := .Values.api.settings.RECEIVER_PORT | default "0" -}}
{{- if not (has $port (list "0" "off")) }}{{ $port }}{{ end -}}
{{- end }}

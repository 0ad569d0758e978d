package io.orrery.plugin.core;

import io.orrery.plugin.api.PluginProvider;
import io.orrery.plugin.core.debug.Echo;
import io.orrery.plugin.core.debug.Return;
import io.orrery.plugin.core.execution.Assert;
import io.orrery.plugin.core.execution.Count;
import io.orrery.plugin.core.execution.Fail;
import io.orrery.plugin.core.execution.PurgeExecutions;
import io.orrery.plugin.core.execution.Resume;
import io.orrery.plugin.core.file.RealtimeTrigger;
import io.orrery.plugin.core.flow.PurgeFlows;
import io.orrery.plugin.core.flow.Sleep;
import io.orrery.plugin.core.http.Download;
import io.orrery.plugin.core.http.Request;
import io.orrery.plugin.core.http.Trigger;
import io.orrery.plugin.core.kv.Delete;
import io.orrery.plugin.core.kv.Get;
import io.orrery.plugin.core.kv.GetKeys;
import io.orrery.plugin.core.kv.PurgeKV;
import io.orrery.plugin.core.kv.Put;
import io.orrery.plugin.core.log.Fetch;
import io.orrery.plugin.core.log.Log;
import io.orrery.plugin.core.log.PurgeLogs;
import io.orrery.plugin.core.metric.Publish;
import io.orrery.plugin.core.namespace.DeleteFiles;
import io.orrery.plugin.core.namespace.DownloadFiles;
import io.orrery.plugin.core.namespace.PurgeFiles;
import io.orrery.plugin.core.namespace.UploadFiles;
import io.orrery.plugin.core.output.OutputValues;
import io.orrery.plugin.core.runner.LocalProcess;
import io.orrery.plugin.core.storage.Concat;
import io.orrery.plugin.core.storage.DeduplicateItems;
import io.orrery.plugin.core.storage.FilterItems;
import io.orrery.plugin.core.storage.LocalFiles;
import io.orrery.plugin.core.storage.PurgeCurrentExecutionFiles;
import io.orrery.plugin.core.storage.Reverse;
import io.orrery.plugin.core.storage.Size;
import io.orrery.plugin.core.storage.Split;
import io.orrery.plugin.core.storage.SplitItems;
import io.orrery.plugin.core.storage.Write;
import io.orrery.plugin.core.templating.TemplatedTask;
import io.orrery.plugin.core.trigger.Toggle;
import java.util.List;

/// What this jar offers.
public final class CorePlugins implements PluginProvider {

  @Override
  public List<Class<?>> plugins() {
    return List.of(
        Log.class,
        Fetch.class,
        PurgeLogs.class,
        Return.class,
        Echo.class,
        Fail.class,
        Assert.class,
        Count.class,
        Resume.class,
        PurgeExecutions.class,
        PurgeFlows.class,
        Toggle.class,
        Sleep.class,
        OutputValues.class,
        Publish.class,
        Put.class,
        Get.class,
        GetKeys.class,
        Delete.class,
        PurgeKV.class,
        UploadFiles.class,
        DownloadFiles.class,
        DeleteFiles.class,
        PurgeFiles.class,
        Request.class,
        Download.class,
        Trigger.class,
        io.orrery.plugin.core.file.Trigger.class,
        RealtimeTrigger.class,
        Write.class,
        Size.class,
        Concat.class,
        LocalFiles.class,
        DeduplicateItems.class,
        FilterItems.class,
        PurgeCurrentExecutionFiles.class,
        Reverse.class,
        Split.class,
        SplitItems.class,
        io.orrery.plugin.core.storage.Delete.class,
        io.orrery.plugin.core.state.Set.class,
        io.orrery.plugin.core.state.Get.class,
        io.orrery.plugin.core.state.Delete.class,
        TemplatedTask.class,
        LocalProcess.class);
  }
}
